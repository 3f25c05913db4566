import { type Law, lawsOn } from './core/law.ts';
import { watched } from './core/watched.ts';
import type { MustExistFixture, RecordLifetimeFixture } from './fixtures.ts';
import { mustExistLaws } from './laws/must-exist.ts';
import { recordLifetimeLaws } from './laws/record-lifetime.ts';

/** Every law of a store that removes the records of idempotent creations after a lifetime. */
export const recordLifetimeContract: readonly Law<RecordLifetimeFixture>[] = lawsOn(
  (fixture) => ({ ...fixture, pets: watched(fixture.pets) }),
  recordLifetimeLaws,
);

/** Every law of a store that can be refused if it does not exist yet. */
export const mustExistContract: readonly Law<MustExistFixture>[] = mustExistLaws;
