import assert from 'node:assert/strict';
import { type Idempotency, idempotencyKeyReused, type PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeed } from '../core/outcome.ts';
import { idempotency, newPet, nthPet } from '../samples.ts';
import { addPet, allPets } from './all-pets.ts';
import { byId } from './pet-creations.ts';

const visibleAscii = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index));

/** Adds a different animal with each key, and checks that each key returns its own animal. */
const keepsApart = (name: string, keys: readonly Idempotency[]): Law<PetRepository> =>
  lawOnEmpty(name, async (pets) => {
    const named = keys.map((used, index) => ({ used, given: newPet(`animal ${index}`) }));
    const added = await Promise.all(named.map(({ used, given }) => addPet(pets, given, used)));
    assert.equal(new Set(added.map(({ id }) => id)).size, keys.length);
    const again = await Promise.all(named.map(({ used, given }) => addPet(pets, given, used)));
    assert.deepEqual(again, added);
    await failWith(pets.add(newPet('another'), keys[0]), idempotencyKeyReused);
    assert.equal((await allPets(pets)).length, keys.length);
  });

export const petsIdempotencyKeys: readonly Law<PetRepository>[] = [
  lawOnEmpty('the same animal under two idempotency keys is two animals', async (pets) => {
    const first = await addPet(pets, newPet('Rex'), idempotency('k'));
    const second = await addPet(pets, newPet('Rex'), idempotency('l'));
    assert.deepEqual(await allPets(pets), [first, second]);
  }),
  keepsApart('the same idempotency key under another API key is another one', [
    idempotency('k', 'aaaaaaaa'),
    idempotency('k', 'aaaaaaab'),
    idempotency('k', 'baaaaaaa'),
  ]),
  keepsApart(
    'idempotency keys that differ in case only are different',
    ['k', 'K', 'abc', 'ABC', 'aBc'].map((key) => idempotency(key)),
  ),
  keepsApart(
    'where an API key ends and the idempotency key begins is never confused',
    [...'b :b .b /b ab aaaaaaaa aaaaaaaab aaaaaaaa:b aaaaaaaa.b baaaaaaaa bbbbbbbb "b"'.split(' ')].flatMap((key) => [
      idempotency(key, 'aaaaaaaa'),
      idempotency(key, 'bbbbbbbb'),
    ]),
  ),
  keepsApart(
    'every visible ASCII character is an idempotency key of its own',
    visibleAscii.map((key) => idempotency(key)),
  ),
  keepsApart(
    'an idempotency key counts up to its 255th character',
    ['x'.repeat(254), 'x'.repeat(255), `${'x'.repeat(254)}y`, `y${'x'.repeat(254)}`].map((key) => idempotency(key)),
  ),
  keepsApart(
    'idempotency keys that mean something to a store or to JavaScript are keys like others',
    [...'__proto__ constructor toString $set $where a.b a . 0 00 -0 1e0 1 null *'.split(' ')].map((key) =>
      idempotency(key),
    ),
  ),
];

const oneHundred: readonly number[] = Array.from({ length: 100 }, (_, index) => index);

export const petsIdempotencyConcurrency: readonly Law<PetRepository>[] = [
  lawOnEmpty('of 100 adds at once under one idempotency key one adds, and everyone gets its animal', async (pets) => {
    const outcomes = await Promise.all(oneHundred.map(() => succeed(pets.add(newPet('Rex'), idempotency('k')))));
    const ids = new Set(outcomes.map(({ pet }) => pet.id)).size;
    assert.equal(
      ids,
      1,
      `${ids} animals were added: look for the key in the transaction that adds, or use a unique index`,
    );
    const first = outcomes.filter(({ replayed }) => !replayed);
    assert.equal(
      first.length,
      1,
      `${first.length} adds were not \`replayed\`: only the one that makes the record is not`,
    );
    assert.deepEqual(
      await allPets(pets),
      first.map(({ pet }) => pet),
    );
  }),
  lawOnEmpty(
    'of two animals at once under one idempotency key one wins, and the other is refused to all',
    async (pets) => {
      const outcomes = await Promise.all(
        oneHundred.map((n) => pets.add(newPet(n % 2 === 0 ? 'Rex' : 'Pip'), idempotency('k'))()),
      );
      const [winner, ...others] = await allPets(pets);
      assert.deepEqual(others, []);
      assert.deepEqual(
        outcomes.map(E.map(({ pet }) => pet)),
        oneHundred.map((n) =>
          winner?.name === (n % 2 === 0 ? 'Rex' : 'Pip') ? E.right(winner) : E.left(idempotencyKeyReused),
        ),
      );
    },
  ),
  lawOnEmpty('of 100 adds at once under keys of their own each adds its animal', async (pets) => {
    const added = await Promise.all(oneHundred.map((n) => addPet(pets, nthPet(n), idempotency(`key-${n}`))));
    assert.deepEqual(
      added.map(({ name }) => name),
      oneHundred.map((n) => nthPet(n).name),
    );
    assert.deepEqual(await allPets(pets), byId(added));
  }),
];
