import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { parse } from 'yaml';

interface Expression {
  readonly where: string;
  readonly expression: string;
}

const read = (path: string): string => readFileSync(projectFile(path), 'utf8');

interface Alert {
  readonly alert: string;
  readonly expr: string;
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
  /** The panels of a row that is closed at first. */
  readonly panels?: readonly Panel[];
}

const alerts: readonly Alert[] = parse(read('deploy/prometheus/alerts.yaml')).groups.flatMap(
  ({ rules }: { readonly rules: readonly Alert[] }) => rules,
);

const dashboard = JSON.parse(read('deploy/grafana/animal-store.json')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: unknown }[] };
};

/** The metric of a variable of the dashboard, whose values are those of a label. */
const labelValues = /^label_values\((.*), \w+\)$/;

export const expressions: readonly Expression[] = [
  ...alerts.map(({ alert, expr }) => ({ where: alert, expression: expr })),
  ...dashboard.panels
    .flatMap((panel) => [panel, ...(panel.panels ?? [])])
    .flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expression: expr }))),
  ...dashboard.templating.list.flatMap(({ name, query }) => {
    const expression = labelValues.exec(String(Object(query).query))?.[1];
    return expression === undefined ? [] : { where: name, expression };
  }),
];
