import type { ApiKeyToken } from '@animal-store/access';
import { describe, expect, it } from 'vitest';
import { nodeKeyMaterial, systemClock } from './index.ts';

describe('nodeKeyMaterial', () => {
  it('returns the SHA-256 digest of FIPS 180-4', () => {
    expect(nodeKeyMaterial.sha256('abc' as ApiKeyToken)).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('returns other bytes each time it is run', () => {
    const random = nodeKeyMaterial.randomBytes(32);
    const [one, other] = [random(), random()];
    expect([one.length, other.length]).toEqual([32, 32]);
    expect(one).not.toEqual(other);
  });
});

it('systemClock tells milliseconds since 1970', () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});
