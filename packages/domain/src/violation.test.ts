import fc from 'fast-check';
import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { expect, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { NewPet } from './pet.ts';
import { reasonsOf, toViolations } from './violation.ts';

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
  expect(violationsOf(codec, input)).toEqual([{ path, message }]);
});

it('are one line for a log', () => {
  const decoded = NewPet.decode({});
  expect(E.isLeft(decoded) && reasonsOf(decoded.left)).toBe('name is required, categoryId is required');
});

it('never echoes the input', () => {
  const secret = 'hunter2';
  const hostile = fc.constantFrom<unknown>(secret, [secret], { [secret]: secret }, `${secret}\ud800`, Symbol(secret));
  fc.assert(
    fc.property(
      fc.oneof(
        hostile,
        fc.record({ name: hostile, categoryId: hostile, status: hostile, [secret]: hostile }, { requiredKeys: [] }),
      ),
      (input) => {
        const decoded = NewPet.decode(input);
        const text = E.isLeft(decoded) ? JSON.stringify(toViolations(decoded.left)) : '';
        expect(text).not.toContain(secret);
      },
    ),
  );
});
