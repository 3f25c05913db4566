import { expect, test } from 'vitest';
import type { Sample } from './comparison.ts';
import { type Report, reportText } from './report-text.ts';

const sample = (requestsPerSecond: number, cpuPerRequest: number, serverBusy: number): Sample => ({
  requestsPerSecond,
  cpuPerRequest,
  serverBusy,
  generatorBusy: 0.5,
});

const report = (peer: readonly Sample[]): Report => ({
  machine: {
    date: '2026-01-02',
    cpu: 'A CPU',
    cores: 2,
    node: 'v24.0.0',
    system: 'linux x64',
    placement: 'not pinned to cores',
    load: 0.25,
  },
  effort: { seconds: 1, rounds: 3, connections: 8 },
  outcomes: [
    {
      title: 'in memory',
      measurements: [
        {
          operation: 'list',
          target: 0.75,
          series: [
            { server: 'service', samples: [sample(1000, 80, 0.9), sample(1200, 100, 1), sample(1100, 90, 1)] },
            { server: 'peer', samples: peer },
          ],
        },
      ],
    },
  ],
});

const head = `2026-01-02: A CPU, 2 cores, linux x64, Node.js v24.0.0; not pinned to cores; load average before 0.3.
3 rounds of 1 s for each server and operation, in turn; 8 connections; medians.

In memory
`;

test('a report has a table for each comparison, with the ratio to the judged server', () => {
  expect(reportText(report([sample(2000, 45, 1), sample(2000, 45, 1), sample(2200, 45, 1)]))).toBe(`${head}
| operation | server  | requests/s | CPU µs/request |  busy | ratio |  in pairs | by CPU | target |
| --------- | ------- | ---------: | -------------: | ----: | ----: | --------: | -----: | -----: |
| list      | service |      1,100 |           90.0 | 100 % |       |           |        |        |
|           | peer    |      2,000 |           45.0 | 100 % |  0.55 | 0.50–0.60 |   0.50 | ≥ 0.75 |
`);
});

test('what was limited by something else than the server is said below the table', () => {
  const peer = [sample(2000, 45, 0.4), sample(2000, 45, 0.4), sample(2200, 45, 0.4)];
  expect(reportText(report(peer)).split('\n').slice(-3)).toEqual([
    'The load generator was busier than the server: in memory, list, peer.',
    'Something else than the server was the limit, so compare by CPU: in memory, list, peer.',
    '',
  ]);
});
