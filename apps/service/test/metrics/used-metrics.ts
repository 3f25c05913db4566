import { parser } from '@prometheus-io/lezer-promql';
import { type Expression, expressions } from './expressions.ts';
import type { Sample } from './scrape.ts';

interface UsedMetric {
  readonly where: string;
  readonly name: string;
  readonly labels: readonly string[];
}

/** The metrics of a PromQL expression, in which Grafana replaces a variable. Throws an Error if it is not PromQL. */
const metricsOf = ({ where, expression }: Expression): readonly UsedMetric[] => {
  const text = expression.replaceAll('[$__rate_interval]', '[5m]');
  const metrics: { name: string; labels: string[] }[] = [];
  const grouping: string[] = [];
  parser.parse(text).iterate({
    enter: (node) => {
      const { name, from, to } = node;
      if (node.type.isError) throw new Error(`This is not PromQL at ${from}: ${text}`);
      const found = text.slice(from, to);
      if (name === 'Identifier' && node.matchContext(['VectorSelector'])) metrics.push({ name: found, labels: [] });
      if (name !== 'LabelName') return;
      // A label that an aggregation groups by has to be one of every metric in it.
      const labels = node.matchContext(['GroupingLabels']) ? grouping : metrics.at(-1)?.labels;
      labels?.push(found);
    },
  });
  return metrics.map(({ name, labels }) => ({ where, name, labels: [...labels, ...grouping] }));
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
