import { once } from 'node:events';
import { either as E } from 'fp-ts';
import { openSqlite } from '../../src/index.ts';
import { add, idempotency, newPet } from './samples.ts';

// A process that adds animals to the file in its first argument, and tells each one after it was acknowledged:
// `<key> <id>`. With `race` it waits for a line on standard input and adds under 50 keys and 50 times without one; else it
// adds until it is killed, 20 at a time.

const [file = '', mode] = process.argv.slice(2);
const opened = await openSqlite(file)();
if (E.isLeft(opened)) throw new Error(opened.left.message);
const { pets, close } = opened.right;

const addOne = async (key: string, isKeyed: boolean): Promise<void> => {
  const { id } = await add(pets, newPet(`animal ${key}`), isKeyed ? idempotency(key) : undefined);
  process.stdout.write(`${key} ${id}\n`);
};

// Without this the process would outlive a test that fails.
process.stdin.on('end', () => process.exit());
process.stdout.write('ready\n');
if (mode === 'race') {
  await once(process.stdin, 'data');
  await Promise.all(Array.from({ length: 100 }, (_, n) => addOne(n < 50 ? `keyed-${n}` : `bare-${n}`, n < 50)));
  await close();
  process.exit();
}
process.stdin.resume();
await Promise.all(
  Array.from({ length: 20 }, async (_, n) => {
    for (let m = 0; ; m++) await addOne(`${n}-${m}`, true);
  }),
);
