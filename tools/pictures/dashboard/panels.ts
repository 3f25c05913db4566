import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';

/** A query of a panel, and the name of each of its series: `{{label}}` stands for the value of a label. */
export interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

/** A panel of a Grafana dashboard, or a row, which is the heading of the panels below it. */
export interface Panel {
  readonly type: 'row' | 'timeseries';
  readonly title: string;
  /** The place of the panel, in 24 columns. */
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly Target[];
  readonly fieldConfig?: {
    readonly defaults: { readonly unit: string; readonly custom?: { readonly stacking?: { readonly mode: string } } };
  };
}

/** The dashboard that `deploy/grafana` ships. */
export const dashboard = JSON.parse(readFileSync(projectFile('deploy/grafana/animal-store.json'), 'utf8')) as {
  readonly title: string;
  readonly panels: readonly Panel[];
};
