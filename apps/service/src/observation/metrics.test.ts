import { expectBlock } from '@animal-store/testkit/marked-block';
import { it } from 'vitest';
import { createPoolMetrics } from '../stores/pool-metrics.ts';
import { addStateMetrics, createMetrics } from './metrics.ts';

it('has each metric of its own in the table of the deploy guide', async () => {
  const metrics = createMetrics();
  addStateMetrics(metrics, { version: { version: '1.0.0' }, store: 'memory', isReady: () => true, limits: {} });
  createPoolMetrics(metrics.registry);
  // The types of prom-client 15 lack the names of the labels.
  const all = metrics.registry.getMetricsAsArray() as unknown as readonly {
    readonly name: string;
    readonly help: string;
    readonly type: string;
    readonly labelNames: readonly string[];
  }[];
  const rows = all
    .filter(({ name }) => /^(?:http_server|animal_store|db_client)_/.test(name))
    .map(({ name, type, labelNames, help }) => {
      const labels = labelNames.map((label) => `\`${label}\``).join(', ');
      return `| \`${name}\` | ${type} | ${labels} | ${help} |`;
    });
  const table = ['| metric | type | labels | meaning |', '|---|---|---|---|', ...rows].join('\n');
  await expectBlock('docs/deploy.md', 'metrics', table);
});
