import { describeOnMongodb } from '@animal-store/mongodb-testkit';
import { describe, expect, it } from 'vitest';
import { type Harm, harmOf } from './harm.ts';
import { type Observation, observe } from './observe.ts';
import { reportLine } from './report-line.ts';
import { type Row, rows } from './rows.ts';

const timeout = 90_000;

const run = async (row: Row, limits: object, seconds: number, storeEnv: Row['env']): Promise<Observation> => {
  const observation = await observe({ attack: row.attack, seconds, limits, env: { ...row.env, ...storeEnv } });
  const title = limits === none ? 'limited' : 'UNLIMITED';
  process.stdout.write(`${reportLine(`${title} ${row.name}`, observation)}\n`);
  return observation;
};

const none = {};

const harm = (row: Row, observation: Observation): readonly Harm[] => {
  const fillsStore = row.fillsStore === true;
  return harmOf(observation, { refusedAdditions: fillsStore, keptMemory: fillsStore });
};

const describeRows = (store: Row['store'], env: Row['env']): void => {
  for (const row of rows.filter((each) => each.store === store)) {
    const { limits, seconds, harm: expected } = row.withoutLimit;
    describe(row.name, () => {
      it('harms neither the service nor its other clients', { timeout }, async () => {
        const observation = await run(row, none, row.seconds, env);
        expect(
          harm(row, observation).map(({ what }) => what),
          observation.stderr,
        ).toEqual([]);
      });

      it(`has an effect without the limit: ${expected}`, { timeout }, async () => {
        const observation = await run(row, limits, seconds, env);
        expect(harm(row, observation).map(({ kind }) => kind)).toContain(expected);
      });
    });
  }
};

describe('in memory', () => describeRows('memory', {}));

describeOnMongodb('on MongoDB', ({ uri }) => describeRows('mongodb', { MONGODB_URI: uri }));
