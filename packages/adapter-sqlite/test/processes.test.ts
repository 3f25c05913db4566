import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { option as O } from 'fp-ts';
import { afterEach, expect, it } from 'vitest';
import { add, idempotency, newPet, petId } from './sqlite/samples.ts';
import { startProcess, type TestProcess } from './sqlite/start-process.ts';
import { createStores } from './sqlite/stores.ts';

const { newFile, open, end } = createStores();
afterEach(end);

const script = fileURLToPath(new URL('sqlite/adding-process.ts', import.meta.url));

const readLines = async (from: TestProcess, count: number): Promise<readonly (readonly [string, bigint])[]> => {
  const lines: (readonly [string, bigint])[] = [];
  while (lines.length < count) {
    const [key = '', id = ''] = (await from.line()).split(' ');
    lines.push([key, BigInt(id)]);
  }
  return lines;
};

it('keeps every acknowledged animal and its record when the process is killed in the middle of writes', async () => {
  const file = await newFile();
  const acknowledged: (readonly [string, bigint])[] = [];
  const process = startProcess(script, file);
  expect(await process.line()).toBe('ready');
  acknowledged.push(...(await readLines(process, 500)));
  process.kill();
  await process.ended;
  for (;;) {
    const rest = await readLines(process, 1).catch(() => undefined);
    if (rest === undefined) break;
    acknowledged.push(...rest);
  }

  const { pets } = await open(file);
  for (const [key, id] of acknowledged) {
    const animal = { id, name: `animal ${key}`, categoryId: 7n };
    expect(await pets.find(petId(id))()).toMatchObject({ right: O.some(animal) });
    expect(await add(pets, newPet(animal.name), idempotency(key))).toEqual(animal);
  }
  const database = new DatabaseSync(file);
  const integrity = database.prepare('PRAGMA integrity_check').all();
  const orphans = database.prepare('SELECT pet_id FROM creations WHERE pet_id NOT IN (SELECT id FROM pets)').all();
  database.close();
  expect([integrity, orphans]).toEqual([[{ integrity_check: 'ok' }], []]);
});

it('gives one animal a key and one id an animal when two processes add at once', async () => {
  const file = await newFile();
  const processes = [startProcess(script, file, 'race'), startProcess(script, file, 'race')] as const;
  for (const process of processes) expect(await process.line()).toBe('ready');
  for (const process of processes) process.write('go\n');
  const [first, second] = await Promise.all([readLines(processes[0], 100), readLines(processes[1], 100)]);
  await Promise.all(processes.map(({ ended }) => ended));

  const keyed = (lines: typeof first) =>
    Object.fromEntries(lines.filter(([key]) => key.startsWith('keyed')).map(([key, id]) => [key, id]));
  expect(keyed(first)).toEqual(keyed(second));
  const ids = new Set([...first, ...second].map(([, id]) => id));
  expect([...ids].toSorted((a, b) => Number(a - b))).toEqual(Array.from({ length: 150 }, (_, n) => BigInt(n + 1)));
});
