import { type Expression, expressions } from './expressions.ts';
import type { Sample } from './scrape.ts';

interface UsedMetric {
  readonly where: string;
  readonly name: string;
  readonly labels: readonly string[];
}

const selector = /\b(up|(?:http_server|db_client|animal_store|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;

/** The metrics of a PromQL expression, with their labels. Another test lets promtool parse it. */
const metricsOf = ({ where, expression }: Expression): readonly UsedMetric[] => {
  // A label that an aggregation groups by has to be one of every metric in it.
  const groupings = [...expression.matchAll(/\b(?:by|on|ignoring|without) ?\(([^)]*)\)/g)];
  const grouping = groupings.flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
  return [...expression.matchAll(selector)].map(([, name = '', matchers = '']) => {
    const matched = [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label);
    return { where, name, labels: [...matched, ...grouping] };
  });
};

export const usedMetrics: readonly UsedMetric[] = expressions.flatMap(metricsOf);

/** What Prometheus adds to each sample, and the metric that it makes. */
const added = ['job', 'instance'];
const ofPrometheus: Sample = { name: 'up', labels: {}, value: 1 };

export const missingIn =
  (samples: readonly Sample[]) =>
  ({ where, name, labels }: UsedMetric): readonly string[] => {
    const found = [...samples, ofPrometheus].filter((sample) => sample.name === name);
    if (found.length === 0) return [`${where}: there is no ${name}`];
    const known = new Set([...added, ...found.flatMap((sample) => Object.keys(sample.labels))]);
    return labels.filter((label) => !known.has(label)).map((label) => `${where}: ${name} has no ${label}`);
  };
