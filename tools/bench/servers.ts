import { projectFile } from '@animal-store/testkit/project-file';
import type { Cleanup } from './cleanup.ts';
import { type RunningServer, startServer } from './start-server.ts';

export const tiers = ['bare', 'observed'] as const;

/** Whether a server gives each request an id, a log line and a sample of a histogram. */
export type Tier = (typeof tiers)[number];

/** A server that takes part in a comparison. */
export interface Contender extends RunningServer {
  readonly tier: Tier;
  readonly apiKey: string;
}

/** The start command of a server. */
export interface ServerKind {
  readonly name: string;
  readonly tiers: readonly Tier[];
  readonly file: (tier: Tier) => string;
}

const peer = (name: string, file: string): ServerKind => ({
  name,
  tiers,
  file: () => `tools/bench/peers/${file}`,
});

/** The compiled service. Its bare tier is only its HTTP API and its repositories. */
export const service: ServerKind = {
  name: 'service',
  tiers,
  file: (tier) => (tier === 'observed' ? 'apps/service/dist/main.js' : 'tools/bench/peers/bare-service.ts'),
};

export const nodeHttp: ServerKind = peer('node:http', 'node-http.ts');
export const fastifyPeer: ServerKind = peer('Fastify', 'fastify.ts');
export const koaPeer: ServerKind = peer('Koa', 'koa.ts');
export const mongodbLoop: ServerKind = peer('driver loop', 'mongodb-loop.ts');
export const sqliteLoop: ServerKind = peer('driver loop', 'sqlite-loop.ts');
export const postgresLoop: ServerKind = peer('driver loop', 'postgres-loop.ts');

/** The command line and the environment of a server. */
export interface Placement {
  readonly before: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly apiKey: string;
  /** Flags of Node.js. */
  readonly flags?: readonly string[];
}

/** Starts a server. The cleanup stops it. */
export const startContender = async (
  { name, file }: ServerKind,
  tier: Tier,
  { before, env, apiKey, flags = [] }: Placement,
  cleanup: Cleanup,
): Promise<Contender> => {
  const program = {
    name,
    args: [...flags, projectFile(file(tier)), 'serve'],
    env: { PORT: '0', ADMIN_PORT: '0', TIER: tier, ...env },
  };
  return { ...(await startServer(program, before, cleanup)), tier, apiKey };
};
