import assert from 'node:assert/strict';
import type { PetRepository } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, law } from '../law.ts';
import { succeed } from '../outcome.ts';
import { newPet } from '../samples.ts';
import { keepsPets } from './keeps-pets.ts';

const keepsNames = (name: string, names: readonly string[]): Law<PetRepository> =>
  keepsPets(
    name,
    names.map((text) => newPet(text)),
  );

export const petsNames: readonly Law<PetRepository>[] = [
  keepsNames('an empty name is kept', ['']),
  keepsNames('white space in a name is kept', [' Rex ', '\tRex\r\n', '\u00a0Rex\u3000', '  ', '\ufeffRex']),
  keepsNames('U+0000 and other control characters in a name are kept', [
    '\0',
    'a\0b',
    '\0\0',
    '\u0001\u001f\u007f\u0085',
  ]),
  keepsNames('a name is not normalised', ['\u00e9', 'e\u0301', '\ufb01', '\u212b', '\uac00', '\u1100\u1161']),
  keepsNames('characters beyond U+FFFF in a name are kept', [
    '🐕',
    '👩‍👩‍👧‍👦',
    '\u{10ffff}',
    '𝕽𝖊𝖝',
    '\ufffd\ufffe\uffff',
  ]),
  keepsNames('names that differ in case only are kept apart', ['rex', 'REX', 'Rex', 'ß', 'SS', 'ı', 'I']),
  keepsNames('names that mean something to a store or to JavaScript are kept', [
    ...'__proto__ constructor $set $ a.b . {"$gt":""}'.split(' '),
    "'; DROP TABLE pets; --",
    'null',
    'undefined',
    '007',
  ]),
  law('names of 60,000 characters are kept', async (fresh) => {
    const pets = await fresh();
    for (const name of ['x'.repeat(60_000), '🐕'.repeat(30_000)]) {
      const { id } = await succeed(pets.add(newPet(name)));
      const found = O.toNullable(await succeed(pets.find(id)));
      // Not deepEqual, because the difference of two such texts is unreadable.
      assert.ok(found?.name === name, `found a name of ${found?.name.length} characters for one of ${name.length}`);
    }
  }),
];
