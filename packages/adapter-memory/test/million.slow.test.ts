import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const program = `
  import { createMemoryPetRepository } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
  const pets = createMemoryPetRepository();
  for (let n = 1; n <= 1_000_000; n++) {
    const status = n % 4 === 0 ? {} : { status: ['available', 'pending', 'sold'][n % 4 - 1] };
    await pets.add({ name: 'animal ' + n, categoryId: BigInt(n), ...status })();
  }
  const { right } = await pets.list({ limit: 101, status: 'sold', after: 999_990n })();
  console.log(right.map(({ id }) => id).join());
`;

it('keeps 1,000,000 animals in a heap of 300 MB', async () => {
  const options = ['--max-old-space-size=300', '--conditions=@animal-store/source', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, '--eval', program]);
  expect(stdout).toBe('999991,999995,999999\n');
});
