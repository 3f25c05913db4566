import { scopeOfApiKey } from '@animal-store/access';
import { type AnimalStore, type NewPet, type Pet, withId } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { apiKey, storeWith } from '../../test/fake-ports.ts';
import { animal, errorBody } from '../../test/spell-request.ts';
import { startApi } from '../../test/start-api.ts';
import { createOpenApiDocument } from '../openapi-document.ts';
import { decodeIdempotencyKey } from './add-pet.ts';

const rex = { name: 'Rex', categoryId: 1n };

/** Adds an animal to a store with this outcome. */
const add = async (outcome: ReturnType<AnimalStore['addPet']>, body: string, key?: string) => {
  const addPet = vi.fn<AnimalStore['addPet']>(() => outcome);
  const { send } = await startApi({ ports: { store: storeWith({ addPet }) } });
  const response = await send('POST /v1/pets', { body, headers: { 'idempotency-key': key } });
  return { ...response, calls: addPet.mock.calls };
};

const added = (replayed: boolean) => TE.right({ pet: withId(7n as Pet['id'], rex as NewPet), replayed });

it.each([
  ['"once"', false, undefined, { scope: scopeOfApiKey(apiKey.id), key: 'once' }],
  ['once', true, 'true', { scope: scopeOfApiKey(apiKey.id), key: 'once' }],
  [undefined, false, undefined, undefined],
])(
  'passes on known fields and the key %s, and marks an earlier creation: %s',
  async (key, replayed, mark, idempotency) => {
    const sent = '{"id":5,"name":"Rex","categoryId":1,"tag":"x","__proto__":{"status":"sold"}}';
    const { status, headers, body, calls } = await add(added(replayed), sent, key);
    expect([status, headers['location'], body]).toEqual([201, '/v1/pets/7', '{"id":7,"name":"Rex","categoryId":1}']);
    expect(headers['idempotent-replayed']).toBe(mark);
    expect(calls).toStrictEqual([[rex, idempotency]]);
  },
);

const int64 = 'an integer between -9223372036854775808 and 9223372036854775807, in plain digits';
const keyRule = 'must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes';
const brokenKey = `Idempotency-Key ${keyRule}`;

it.each([
  ['{"categoryId":1.5}', 'a, b', `name is required; categoryId must be ${int64}; ${brokenKey}`],
  [animal, 'a b', brokenKey],
])('does not call the store for %s with the key %j, and names every violation', async (sent, key, message) => {
  const { body, calls } = await add(added(false), sent, key);
  expect([body, calls]).toEqual([errorBody('invalid_request', message, 400), []]);
});

const { IdempotencyKey } = createOpenApiDocument({ base: '/v1' }).components.parameters;
const documented = new RegExp(Object(IdempotencyKey).schema.pattern);

const quote = (key: string): string => `"${key.replace(/["\\]/g, '\\$&')}"`;

// All visible ASCII characters.
const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index));

const accepted: readonly (readonly [header: string | undefined, key: string | undefined])[] = [
  [undefined, undefined],
  [`a${visible}`, `a${visible}`],
  [quote(visible), visible],
  ['a"b\\c', 'a"b\\c'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
  ['"\\""', '"'],
  ['k'.repeat(255), 'k'.repeat(255)],
  [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  [quote('"'.repeat(255)), '"'.repeat(255)],
];

const refused: readonly (readonly [string, string | readonly string[]])[] = [
  ['an empty value', ''],
  ['an empty string', '""'],
  ['an open quote', '"abc'],
  ['a quote alone', '"'],
  ['something after the quotes', '"abc"d'],
  ['parameters', '"abc";v=1'],
  ['an escape of nothing special', '"a\\bc"'],
  ['an escaped end', '"abc\\"'],
  ['a quote inside', '"a"b"'],
  ['a space', 'a b'],
  ['a space in quotes', '"a b"'],
  ['a tab', 'a\tb'],
  ['Latin-1', '\u00e9'],
  ['a control character', 'a\u007f'],
  ['256 characters', 'k'.repeat(256)],
  ['256 characters in quotes', `"${'k'.repeat(256)}"`],
  ['two values', 'a, a'],
  ['two values, one of them empty', 'a, '],
  ['two halves of one in quotes', '"a, b"'],
  ['a list that is none of Node.js', ['a', 'a']],
];

it.each(accepted)('reads %s', (header, key) => {
  expect(decodeIdempotencyKey(header)).toEqual(E.right(key));
  if (header !== undefined) expect(header).toMatch(documented);
});

it.each(refused)('refuses %s', (_, header) => {
  expect(decodeIdempotencyKey(header)).toEqual(E.left({ path: 'Idempotency-Key', message: keyRule }));
  if (typeof header === 'string') expect(header).not.toMatch(documented);
});
