import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeApiContract } from './api-contract.ts';
import { startService } from './running-service.ts';

describe('the built service', () => {
  it('is built', () => {
    expect(existsSync(new URL('../dist/main.js', import.meta.url)), 'Run `pnpm build` first').toBe(true);
  });
});

describeApiContract('as built, in memory', () => startService({ form: 'built' }));
