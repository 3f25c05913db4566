import fc from 'fast-check';
import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { expect, it } from 'vitest';
import { NewPet } from './pet.ts';
import { toViolations } from './violation.ts';

const point = t.type({ x: t.number });

it.each<readonly [what: string, codec: t.Mixed, input: unknown, path: string, message: string]>([
  ['a field, without an echo of the input', point, { x: 'secret' }, 'x', 'is not valid'],
  ['the whole value, likewise', point, 'secret', '', 'must be an object'],
  ['a field of a field', t.type({ outer: point }), { outer: { x: 'a' } }, 'outer.x', 'is not valid'],
  ['an item', t.array(point), [{ x: 1 }, { x: 'a' }], '1.x', 'is not valid'],
  ['a field that is called by a number', t.record(t.string, t.number), { 7: 'a' }, '7', 'is not valid'],
  ['a field that two parts refuse', t.intersection([point, point]), { x: 'a' }, 'x', 'is not valid'],
  ['a part of an intersection', t.intersection([NewPet, point]), { x: 1, name: '' }, 'categoryId', 'is required'],
])('names %s', (_, codec, input, path, message) => {
  const decoded: t.Validation<unknown> = codec.decode(input);
  expect(E.mapLeft(toViolations)(decoded)).toEqual(E.left([{ path, message }]));
});

it('never echoes the input', () => {
  const secret = 'hunter2';
  const hostile = fc.constantFrom<unknown>(secret, [secret], { [secret]: secret }, `${secret}\ud800`, Symbol(secret));
  const fields = { name: hostile, categoryId: hostile, status: hostile, [secret]: hostile };
  fc.assert(
    fc.property(fc.oneof(hostile, fc.record(fields, { requiredKeys: [] })), (input) => {
      const decoded = NewPet.decode(input);
      expect(JSON.stringify(E.isLeft(decoded) && toViolations(decoded.left))).not.toContain(secret);
    }),
  );
});
