import { expressions } from './expressions.ts';
import type { Sample } from './scrape.ts';
import { type Selector, selectorsOf } from './selectors-of.ts';

/** A metric that an alert or a panel uses. */
interface UsedMetric extends Selector {
  readonly where: string;
}

/** Every metric that the alerts and the dashboard use, with its labels there. */
export const metricsInExpressions: readonly UsedMetric[] = expressions.flatMap(({ where, expression }) =>
  selectorsOf(expression).map((selector) => ({ where, ...selector })),
);

/** What Prometheus adds to each sample, and the metrics that it and kube-state-metrics make. */
const added = ['job', 'instance'];
const ofOthers: readonly Sample[] = [
  { name: 'up', labels: {}, value: 1 },
  ...['kube_deployment_spec_replicas', 'kube_deployment_status_replicas_available'].map((name) => ({
    name,
    labels: { deployment: 'animal-store' },
    value: 1,
  })),
  ...['kube_statefulset_replicas', 'kube_statefulset_status_replicas_ready'].map((name) => ({
    name,
    labels: { statefulset: 'animal-store' },
    value: 1,
  })),
];

/** Says what of a metric is missing in the samples of a service. */
export const missingIn =
  (samples: readonly Sample[]) =>
  ({ where, name, labels }: UsedMetric): readonly string[] => {
    const found = [...samples, ...ofOthers].filter((sample) => sample.name === name);
    if (found.length === 0) return [`${where}: there is no ${name}`];
    const known = new Set([...added, ...found.flatMap((sample) => Object.keys(sample.labels))]);
    return labels.filter((label) => !known.has(label)).map((label) => `${where}: ${name} has no ${label}`);
  };
