import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { describe, expect, it } from 'vitest';
import { harmOf } from './harm.ts';
import { type Observation, observe } from './observe.ts';
import { type Row, rows } from './rows.ts';

const timeout = 120_000;

/**
 * Continuous integration runs on shared machines, where slowness is reported in the line of numbers and does not fail
 * the run. All other harm does.
 */
const isShared = process.env['CI'] === 'true';

/**
 * How long the healthy client is measured before the attack, in seconds. A short time is enough where the times are not
 * compared, and without the limit to show the harm.
 */
const aloneSeconds = { limited: isShared ? 1 : 2, unlimited: 1 };

const measure = async (row: Row, kind: keyof typeof aloneSeconds, storeEnv: Row['env']): Promise<Observation> => {
  const observation = await observe({
    attack: row.attack,
    aloneSeconds: aloneSeconds[kind],
    seconds: row.seconds,
    env: { ...row.env, ...storeEnv },
    ...(kind === 'unlimited' ? row.withoutLimit : !isShared && row.toCompareTimes),
  });
  const rounded = (name: string, value: unknown): unknown =>
    name === 'stderr' ? undefined : typeof value === 'number' ? Math.round(value * 10) / 10 : value;
  process.stdout.write(`${kind}: ${row.name} ${JSON.stringify(observation, rounded)}\n`);
  return observation;
};

/**
 * How often an attack may run until the healthy client is not slowed down: other work on this machine can cause a pause.
 * All other harm fails the first run.
 */
const attempts = isShared ? 1 : 3;

const describeRows = (store: Row['store'], env: Row['env']): void => {
  for (const row of rows.filter((each) => each.store === store)) {
    describe(row.name, () => {
      it('does no harm', { timeout: attempts * timeout }, async () => {
        let observation = await measure(row, 'limited', env);
        let harms = harmOf(observation, row);
        const isOnlySlow = (): boolean => harms.length > 0 && harms.every(({ kind }) => kind === 'slow');
        for (let attempt = 1; attempt < attempts && isOnlySlow(); attempt += 1) {
          observation = await measure(row, 'limited', env);
          harms = harmOf(observation, row);
        }
        expect(
          harms.filter(({ kind }) => kind !== 'slow' || !isShared).map(({ what }) => what),
          observation.stderr,
        ).toEqual([]);
        if (row.fillsStore)
          expect(Object.keys(observation.during?.statuses.additions ?? {}).join()).toMatch(/\b503 \w/);
      });

      const { withoutLimit } = row;
      if (withoutLimit === undefined) return;
      it(`does harm without the limit: ${withoutLimit.harm}`, { timeout }, async () => {
        const observation = await measure(row, 'unlimited', env);
        // A service that has ended does every harm, because it refuses all requests and does not respond to probes.
        const harm = harmOf(observation, row).find(({ kind }) => kind === 'ended' || kind === withoutLimit.harm);
        expect(harm, 'the attack did no harm').toBeDefined();
      });
    });
  }
};

describe('in memory', () => describeRows(undefined, {}));

describeOnMongodb('on MongoDB', ({ uri }) => describeRows('mongodb', { MONGODB_URI: uri }));
