import { type Expression, expressions } from './expressions.ts';
import type { Sample } from './scrape.ts';

interface UsedMetric {
  readonly where: string;
  readonly name: string;
  readonly labels: readonly string[];
  /** Labels without which the expression aggregates. They have to be those of some metric. */
  readonly dropped: readonly string[];
}

const namesIn = (expression: string, words: string): readonly string[] =>
  [...expression.matchAll(new RegExp(`\\b(?:${words}) ?\\(([^)]*)\\)`, 'g'))].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  );

const selector = /\b(up|(?:http_server|db_client|animal_store|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;

/** The metrics of a PromQL expression, with their labels. Another test lets promtool parse it. */
const metricsOf = ({ where, expression }: Expression): readonly UsedMetric[] => {
  // A label that an aggregation groups by has to be one of every metric in it.
  const grouping = namesIn(expression, 'by|on|ignoring');
  const dropped = namesIn(expression, 'without');
  return [...expression.matchAll(selector)].map(([, name = '', matchers = '']) => {
    const matched = [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label);
    return { where, name, labels: [...matched, ...grouping], dropped };
  });
};

export const usedMetrics: readonly UsedMetric[] = expressions.flatMap(metricsOf);

/** What Prometheus adds to each sample, in Kubernetes too, and the metric that it makes. */
const added = ['job', 'instance'];
const addedInKubernetes = ['pod', 'node', 'pod_template_hash'];
const ofPrometheus: Sample = { name: 'up', labels: {}, value: 1 };

export const missingIn =
  (samples: readonly Sample[]) =>
  ({ where, name, labels, dropped }: UsedMetric): readonly string[] => {
    const found = [...samples, ofPrometheus].filter((sample) => sample.name === name);
    if (found.length === 0) return [`${where}: there is no ${name}`];
    const labelsOf = (some: readonly Sample[]) => [...added, ...some.flatMap((sample) => Object.keys(sample.labels))];
    const [ofThis, ofAny] = [new Set(labelsOf(found)), new Set([...labelsOf(samples), ...addedInKubernetes])];
    return [...labels.filter((label) => !ofThis.has(label)), ...dropped.filter((label) => !ofAny.has(label))].map(
      (label) => `${where}: ${name} has no ${label}`,
    );
  };
