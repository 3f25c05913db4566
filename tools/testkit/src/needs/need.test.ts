import { afterEach, expect, it, vi } from 'vitest';
import { failIfRequired, type Need, reportSkipped } from './need.ts';

const need: Need = { where: 'on Mars', missing: 'it is far', requiredBy: 'REQUIRE_MARS', waivedBy: 'WITHOUT_MARS' };
const nothing = { CI: '', REQUIRE_MARS: '', WITHOUT_MARS: '' };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const stub = (environment: object): void => {
  for (const [name, value] of Object.entries({ ...nothing, ...environment })) vi.stubEnv(name, value);
};

it.each([{ CI: 'true' }, { REQUIRE_MARS: '1' }, { REQUIRE_MARS: '1', WITHOUT_MARS: '1' }])(
  'a missing need fails the tests with %j',
  (environment) => {
    stub(environment);
    expect(() => failIfRequired(need)).toThrow(new Error('The tests on Mars are required, but it is far'));
  },
);

it.each([
  [{}, need],
  [{ CI: 'true', WITHOUT_MARS: '1' }, need],
  [
    { CI: 'true', REQUIRE_MARS: '1' },
    { ...need, missing: undefined },
  ],
])('with %j, the tests do not fail: %j', (environment, some) => {
  stub(environment);
  expect(() => failIfRequired(some)).not.toThrow();
});

it('reports how many tests were skipped, and why', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  reportSkipped(need, 7);
  expect(write.mock.calls).toEqual([['\nNOT TESTED ON MARS: 7 tests were skipped, because it is far\n\n']]);
});
