import { setTimeout as pause } from 'node:timers/promises';
import { type Ended, makeApiKey } from '@animal-store/testkit/service';
import type { Tally } from './attacks/attack.ts';
import type * as attacks from './attacks.ts';
import type { Health } from './load.ts';
import { watchSendQueues } from './send-queues.ts';
import type { Memory } from './service.ts';
import { startProgram } from './start-program.ts';

/** One attack on one process of the service. */
export interface Trial {
  readonly attack: keyof typeof attacks;
  /** The duration of the attack, in seconds. */
  readonly seconds: number;
  /** The environment of the service. */
  readonly env: Readonly<Record<string, string>>;
  /** The limits that `createService` takes instead of the default ones. */
  readonly limits?: object;
  /** How long the healthy client is measured before the attack, in seconds. */
  readonly aloneSeconds: number;
}

/** The results of a trial. */
export interface Observation {
  /**
   * The measurements of the healthy client before and during the attack. The latter are undefined if the service ended
   * first.
   */
  readonly alone: Health;
  readonly during: Health | undefined;
  /** The responses to the attacker; undefined if the service ended first. */
  readonly tally: Tally | undefined;
  /** How the service ended during the attack; undefined if it did not. */
  readonly ended: Ended | undefined;
  /** The exit code after SIGTERM, if the service was still running. */
  readonly exitCode: number | null | undefined;
  /** The growth of the used heap during the attack, in MiB. */
  readonly heapGrowth: number | undefined;
  /** The peak memory of the service, in MiB; undefined if it does not respond any more, or not on Linux. */
  readonly peakRss: number | undefined;
  /**
   * The most bytes that the kernel held at once for clients of the service, in MiB; undefined if the system does not
   * report it.
   */
  readonly peakSendQueues: number | undefined;
  /** The duration of the attack, or until the service ended, in seconds. */
  readonly seconds: number;
  /** The service's output on standard error. */
  readonly stderr: string;
}

/** How long, in milliseconds, the service may take after the attack to release its memory, and to stop. */
const recoveryTime = 5_000;
const stopTime = 15_000;

/** The allowed growth of the used heap after an attack, in MiB. */
export const keptMemory = 10;

/** The default heap of Node.js 24 in a 512 MiB instance, about half its memory, and the young generation of every start. */
const nodeOptions = ['--max-old-space-size=259', '--max-semi-space-size=8', '--expose-gc'];

/** Runs an attack next to a healthy client, on a process of the service that is stopped afterwards. */
export const observe = async ({ attack, seconds, env, limits, aloneSeconds }: Trial): Promise<Observation> => {
  const healthyKey = makeApiKey();
  const attackerKeys = [makeApiKey(), makeApiKey()];
  const service = startProgram('service.ts', {
    nodeOptions,
    env: {
      PORT: '0',
      ADMIN_PORT: '0',
      TORTURE_KEYS: JSON.stringify([healthyKey, ...attackerKeys]),
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

    // The service may have ended, or be too busy to respond.
    const memory = async (): Promise<Memory | undefined> => {
      const reply = service.call({}).catch(() => undefined) as Promise<Memory | undefined>;
      return Promise.race([reply, pause(recoveryTime, undefined, { ref: false })]);
    };
    const before = await memory();
    const start = performance.now();
    const attacker = startProgram('run-attack.ts', { args: [attack, origin, attackerKeys.join(), `${seconds}`] });
    const sendQueues = watchSendQueues(Number(new URL(origin).port));
    const ended = service.ended.then(() => undefined);
    const during = (await Promise.race([client.call({ ...load, petId, seconds }), ended])) as Health | undefined;
    const tally = (await Promise.race([attacker.firstMessage, ended])) as Tally | undefined;
    const duration = (performance.now() - start) / 1_000;
    const peakSendQueues = sendQueues.stop();
    attacker.kill('SIGKILL');

    let after: Memory | undefined;
    const heapGrowth = (): number | undefined => after && before && after.heapUsed - before.heapUsed;
    const deadline = performance.now() + recoveryTime;
    while (service.isRunning() && !((heapGrowth() ?? Infinity) < keptMemory) && performance.now() < deadline) {
      after = await memory();
      await pause(250);
    }
    const outcome = service.isRunning() ? undefined : await service.ended;
    let exitCode: number | null | undefined;
    if (outcome === undefined) {
      service.kill('SIGTERM');
      const stopped = await Promise.race([service.ended, pause(stopTime, undefined, { ref: false })]);
      exitCode = stopped === undefined ? null : stopped.code;
    }
    return {
      alone,
      during,
      tally,
      ended: outcome,
      exitCode,
      heapGrowth: heapGrowth(),
      peakRss: after?.peakRss,
      peakSendQueues,
      seconds: duration,
      stderr: service.output(),
    };
  } finally {
    client.kill('SIGKILL');
    service.kill('SIGKILL');
  }
};
