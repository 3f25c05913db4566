import { afterEach, describe, expect, it, vi } from 'vitest';
import { failIfRequired, type Need, reportSkipped } from './need.ts';

const need: Need = { where: 'on Mars', missing: 'it is far', requiredBy: 'REQUIRE_MARS', waivedBy: 'WITHOUT_MARS' };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('a missing need', () => {
  const failsWith = (environment: Readonly<Record<string, string>>, some: Need = need): boolean => {
    const nothing = { CI: '', REQUIRE_MARS: '', WITHOUT_MARS: '' };
    for (const [name, value] of Object.entries({ ...nothing, ...environment })) vi.stubEnv(name, value);
    try {
      failIfRequired(some);
      return false;
    } catch (error) {
      expect(error).toEqual(new Error('The tests on Mars are required, but it is far'));
      return true;
    }
  };

  it.each([
    [{}, false],
    [{ CI: 'true' }, true],
    [{ REQUIRE_MARS: '1' }, true],
    [{ CI: 'true', WITHOUT_MARS: '1' }, false],
    [{ REQUIRE_MARS: '1', WITHOUT_MARS: '1' }, true],
  ])('is a failure with %j: %j', (environment, expected) => {
    expect(failsWith(environment)).toBe(expected);
  });

  it('is not a failure if it is available', () => {
    expect(failsWith({ CI: 'true', REQUIRE_MARS: '1' }, { ...need, missing: undefined })).toBe(false);
  });

  it('is reported with a count', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    reportSkipped(need, 7);
    expect(write.mock.calls).toEqual([['\nNOT TESTED ON MARS: 7 tests were skipped, because it is far\n\n']]);
  });
});
