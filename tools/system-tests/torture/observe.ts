import { setTimeout as pause } from 'node:timers/promises';
import type { Tally } from './attacks/attack.ts';
import { unknownApiKey } from './attacks/requests.ts';
import type { AttackName } from './attacks.ts';
import type { Health } from './load.ts';
import { type Ended, startProgram } from './start-program.ts';

/** One attack on one process of the service. */
export interface Trial {
  readonly attack: AttackName;
  /** How long it lasts. */
  readonly seconds: number;
  /** The environment of the service. */
  readonly env: Readonly<Record<string, string>>;
  /** What `createService` takes instead of the limits of the product. */
  readonly limits?: object;
  /** How long the healthy client is measured before the attack, in seconds. */
  readonly aloneSeconds: number;
}

/** What came of a trial. */
export interface Observation {
  /** What the healthy client saw before the attack, and beside it; nothing if the service ended first. */
  readonly alone: Health;
  readonly beside: Health | undefined;
  /** What the attacker saw; nothing if the service ended first. */
  readonly tally: Tally | undefined;
  /** How the service ended under the attack; undefined if it did not. */
  readonly ended: Ended | undefined;
  /** The exit code after SIGTERM, if the service lived on. */
  readonly exitCode: number | null | undefined;
  /** How much more of the heap was in use after the attack than before it, in MiB. */
  readonly heapGrowth: number | undefined;
  /** The most memory that the process of the service had, in MiB; undefined where the system does not tell. */
  readonly peakRss: number | undefined;
  /** How long the attack, or the life of the service under it, lasted, in seconds. */
  readonly seconds: number;
  /** What the service printed on standard error. */
  readonly stderr: string;
}

/** How long, in milliseconds, the service may take after the attack to release its memory, and to stop. */
const recoveryTime = 5_000;
const stopTime = 15_000;

/** How much more of the heap, in MiB, may be in use after an attack than before it. */
export const keptMemory = 10;

/** The memory of half a 512 MiB instance: what Node.js 24 takes for itself there. */
const nodeOptions = ['--max-old-space-size=259', '--expose-gc'];

const mebibyte = 2 ** 20;

/** Runs an attack beside a healthy client, on a process of the service that is stopped afterwards. */
export const observe = async ({ attack, seconds, env, limits, aloneSeconds }: Trial): Promise<Observation> => {
  const [healthyKey, attackerKey] = [unknownApiKey(), unknownApiKey()];
  const service = startProgram('service.ts', {
    nodeOptions,
    env: {
      PORT: '0',
      ADMIN_PORT: '0',
      TORTURE_KEYS: JSON.stringify([healthyKey, attackerKey]),
      ...(limits !== undefined && { TORTURE_LIMITS: JSON.stringify(limits) }),
      ...env,
    },
  });
  const client = startProgram('healthy-client.ts');
  try {
    const { url: origin } = (await service.firstMessage) as { readonly url: string };
    const load = { origin, apiKey: healthyKey };
    const petId = (await client.call({ ...load, petId: '', seconds: 0 })) as string;
    const alone = (await client.call({ ...load, petId, seconds: aloneSeconds })) as Health;

    // The service may end, or be too busy to say.
    const heapUsed = async (): Promise<number | undefined> => {
      const said = Promise.race([
        service.call({}).catch(() => undefined),
        pause(recoveryTime, undefined, { ref: false }),
      ]);
      const heap = (await said) as { readonly heapUsed: number } | undefined;
      return heap && heap.heapUsed / mebibyte;
    };
    const before = (await heapUsed()) ?? Number.NaN;
    const start = performance.now();
    const attacker = startProgram('run-attack.ts', { args: [attack, origin, attackerKey, `${seconds}`] });
    const ended = service.ended.then(() => undefined);
    const beside = (await Promise.race([client.call({ ...load, petId, seconds }), ended])) as Health | undefined;
    const tally = (await Promise.race([attacker.firstMessage, ended])) as Tally | undefined;
    const duration = (performance.now() - start) / 1_000;
    attacker.kill('SIGKILL');

    let heapGrowth: number | undefined;
    const deadline = performance.now() + recoveryTime;
    while (service.isRunning() && !((heapGrowth ?? Infinity) < keptMemory) && performance.now() < deadline) {
      const after = await heapUsed();
      heapGrowth = after === undefined ? undefined : after - before;
      await pause(250);
    }
    const peakRss = service.peakRss();
    const died = service.isRunning() ? undefined : await service.ended;
    let exitCode: number | null | undefined;
    if (died === undefined) {
      service.kill('SIGTERM');
      const stopped = await Promise.race([service.ended, pause(stopTime, undefined, { ref: false })]);
      exitCode = stopped === undefined ? null : stopped.code;
    }
    return {
      alone,
      beside,
      tally,
      ended: died,
      exitCode,
      heapGrowth,
      peakRss,
      seconds: duration,
      stderr: service.output(),
    };
  } finally {
    client.kill('SIGKILL');
    service.kill('SIGKILL');
  }
};
