import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@animal-store/testkit/eventually';
import { freePort } from '@animal-store/testkit/free-port';
import type { Cleanup } from '../../bench/cleanup.ts';

/** How often Prometheus reads the metrics, in seconds. */
export const scrapeInterval = 2;

/** One time series: its labels, and its values by Unix time in seconds. A value that Prometheus does not know is absent. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: ReadonlyMap<number, number>;
}

/** A running Prometheus that scrapes the service. */
export interface Prometheus {
  readonly version: string;
  /** Runs a PromQL query for each scrape between two times, which are Unix times in whole seconds. */
  readonly query: (expression: string, from: number, to: number) => Promise<readonly Series[]>;
}

interface Result {
  readonly data: {
    readonly result: readonly {
      readonly metric: Series['labels'];
      readonly values: readonly (readonly [time: number, value: string])[];
    }[];
  };
}

// JSON is YAML as well.
const configuration = (targets: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    global: { scrape_interval: `${scrapeInterval}s`, scrape_timeout: `${scrapeInterval}s` },
    scrape_configs: [
      {
        job_name: 'animal-store',
        static_configs: Object.entries(targets).map(([instance, target]) => ({
          targets: [target],
          labels: { instance },
        })),
      },
    ],
  });

const numbersIn = (values: Result['data']['result'][number]['values']): Series['values'] =>
  new Map(values.map(([time, value]) => [time, Number(value)] as const).filter(([, value]) => !Number.isNaN(value)));

/**
 * Starts the Prometheus of a path. It scrapes targets, `host:port` by the name of the instance, as the job
 * `animal-store`. The cleanup stops it and removes its data. Throws an Error if it does not start.
 */
export const startPrometheus = async (
  program: string,
  targets: Readonly<Record<string, string>>,
  cleanup: Cleanup,
): Promise<Prometheus> => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-prometheus-'));
  cleanup.add(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'prometheus.yml'), configuration(targets));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    program,
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  cleanup.add(() => {
    child.kill();
    return ended;
  });

  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://${address}${path}`);
    if (!response.ok) throw new Error(`Prometheus returned ${response.status} for ${path}: ${await response.text()}`);
    return response.json();
  };
  const { data } = (await eventually(20_000, () => get('/api/v1/status/buildinfo').catch(() => undefined))) as {
    readonly data: { readonly version: string };
  };
  return {
    version: data.version,
    query: async (query, from, to) => {
      const parameters = new URLSearchParams({ query, start: `${from}`, end: `${to}`, step: `${scrapeInterval}` });
      const { data } = (await get(`/api/v1/query_range?${parameters}`)) as Result;
      return data.result.map(({ metric, values }) => ({ labels: metric, values: numbersIn(values) }));
    },
  };
};
