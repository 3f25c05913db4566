import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@animal-store/testkit/free-port';
import { type FaultProxy, startFaultProxy } from '@animal-store/testkit/mongodb/fault-proxy';
import { startOnMongodb } from '@animal-store/testkit/service/start-on-mongodb';
import type { Cleanup } from '../../bench/cleanup.ts';
import { issueKey, newDatabase } from '../../outside/start-service.ts';
import type { Panel, Target } from './panels.ts';
import { runLoad } from './run-load.ts';
import { type Prometheus, type Series, scrapeInterval, startPrometheus } from './start-prometheus.ts';

/** The results of the queries of one panel, in their order. */
export interface MeasuredPanel extends Panel {
  readonly results: readonly { readonly target: Target; readonly series: readonly Series[] }[];
}

/** What Prometheus knows of a run of the service. */
export interface Measurement {
  readonly panels: readonly MeasuredPanel[];
  /** The beginning and the end of the run, as Unix times in seconds. */
  readonly from: number;
  readonly to: number;
  /** How the run was made, for the foot of the picture. */
  readonly description: string;
}

const loadSeconds = 120;
const frozenFrom = 60;
const frozenSeconds = 10;

/** Replaces the variables of the dashboard as Grafana does when all instances are selected. */
const expressionOf = ({ expr }: Target): string =>
  expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', `${4 * scrapeInterval}s`);

const startInstance = async (uri: string, apiKey: string, cleanup: Cleanup) => {
  const admin = await freePort();
  const service = await startOnMongodb({ uri, apiKey, env: { ADMIN_PORT: `${admin}` } });
  cleanup.add(service.stop);
  return { origin: service.origin, apiKey, metrics: `127.0.0.1:${admin}` };
};

const freeze = async (proxy: FaultProxy): Promise<void> => {
  await pause(frozenFrom * 1000);
  await proxy.become({ kind: 'black hole' });
  await pause(frozenSeconds * 1000);
  await proxy.become({ kind: 'none' });
};

const queryPanel = async (prometheus: Prometheus, panel: Panel, from: number, to: number): Promise<MeasuredPanel> => {
  const results = (panel.targets ?? []).map(async (target) => ({
    target,
    series: await prometheus.query(expressionOf(target), from, to),
  }));
  return { ...panel, results: await Promise.all(results) };
};

/**
 * Runs two instances of the service on MongoDB under load for two minutes. Halfway, MongoDB does not respond for ten
 * seconds. Returns the results of the panels' queries.
 */
export const measure = async (panels: readonly Panel[], program: string, cleanup: Cleanup): Promise<Measurement> => {
  const uri = await newDatabase('pictures', cleanup);
  const apiKey = await issueKey({ MONGODB_URI: uri });
  const { host } = new URL(uri);
  const [name = '', port] = host.split(':');
  const proxy = await startFaultProxy(name, Number(port));
  cleanup.add(proxy.close);
  const proxied = uri.replace(host, proxy.address);
  const first = await startInstance(proxied, apiKey, cleanup);
  const second = await startInstance(proxied, apiKey, cleanup);
  const prometheus = await startPrometheus(program, { one: first.metrics, two: second.metrics }, cleanup);

  const from = Math.ceil(Date.now() / 1000);
  await Promise.all([runLoad([first, second], loadSeconds), freeze(proxy)]);
  const to = Math.floor(Date.now() / 1000);
  return {
    panels: await Promise.all(panels.map((panel) => queryPanel(prometheus, panel, from, to))),
    from,
    to,
    description:
      `The queries of the dashboard, run by Prometheus ${prometheus.version} and drawn without Grafana: two instances ` +
      `under load. From 1:00 to 1:10, MongoDB does not respond.`,
  };
};
