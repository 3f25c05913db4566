import { Gauge, type Registry } from 'prom-client';
import type { Version } from '../version.ts';

/** What runs: the version, and the kind of store. */
export interface Build extends Version {
  readonly store: string;
}

/** Adds a metric that is always 1 and says in its labels what runs. An unknown revision is empty, which means no label. */
export const createBuildInfo =
  ({ version, revision = '', store }: Build) =>
  (register: Registry): void => {
    new Gauge({
      name: 'animal_store_build_info',
      help: 'Always 1; the labels say which version, commit, Node.js and store this process runs',
      labelNames: ['version', 'revision', 'node', 'store'],
      registers: [register],
    }).set({ version, revision, node: process.versions.node, store }, 1);
  };
