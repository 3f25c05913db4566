import { describe, it } from 'node:test';
import {
  type Law,
  lawOnEmpty,
  lawsOfModel,
  lawsOn,
  type Plain,
  succeed,
  succeedWith,
  watched,
} from '@animal-store/domain-testkit';
import fc from 'fast-check';
import { createVisitRepository, type VisitRepository } from './visit-repository.ts';

type Model = Map<string, number>;

const pages = fc.constantFrom('/', '/about', '/About', '/__proto__');

// The plain model of the port. Its operations are compared with those of the repository, in any order.
const plainVisits: Plain<Model, VisitRepository> = {
  empty: () => new Map(),
  commands: [
    pages.map((page) => ({
      inWords: () => `record a visit of ${page}`,
      run: async (model, visits) => {
        await succeed(visits.record(page));
        model.set(page, (model.get(page) ?? 0) + 1);
      },
    })),
    pages.map((page) => ({
      inWords: () => `count the visits of ${page}`,
      run: (model, visits) => succeedWith(visits.count(page), model.get(page) ?? 0),
    })),
  ],
  compare: async (model, visits) => {
    for (const [page, count] of model) await succeedWith(visits.count(page), count);
  },
};

// `watched` names an operation that throws or does not end.
const contract: readonly Law<VisitRepository>[] = lawsOn(watched, [
  lawOnEmpty<VisitRepository>('of 100 visits recorded at once each counts', async (visits) => {
    await Promise.all(Array.from({ length: 100 }, () => succeed(visits.record('/'))));
    await succeedWith(visits.count('/'), 100);
  }),
  ...lawsOfModel('visits', plainVisits),
]);

describe('visits in memory', () => {
  for (const { name, check } of contract) it(name, () => check(async () => createVisitRepository()));
});
