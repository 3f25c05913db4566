import fc from 'fast-check';
import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { NewPet } from './pet.ts';
import { reasonsOf, toViolations } from './violation.ts';

describe('toViolations', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(toViolations([])).toEqual([]);
  });

  it('joins the names of nested fields with dots', () => {
    const point = t.type({ x: t.number });
    expect(violationsOf(t.type({ outer: point }), { outer: { x: 'a' } })).toEqual([
      { path: 'outer.x', message: 'is not valid' },
    ]);
    expect(violationsOf(t.type({ outer: point }), { outer: 'a' })).toEqual([
      { path: 'outer', message: 'is not valid' },
    ]);
    expect(violationsOf(t.array(point), [{ x: 1 }, { x: 'a' }])).toEqual([{ path: '1.x', message: 'is not valid' }]);
    expect(violationsOf(t.readonlyArray(point), [{ x: 'a' }])).toEqual([{ path: '0.x', message: 'is not valid' }]);
    expect(violationsOf(t.tuple([point]), [{ x: 'a' }])).toEqual([{ path: '0.x', message: 'is not valid' }]);
  });

  it('keeps fields that are called by a number', () => {
    for (const codec of [t.type({ 7: t.number }), t.partial({ 7: t.number }), t.record(t.string, t.number)]) {
      expect(violationsOf(codec, { 7: 'a' })).toEqual([{ path: '7', message: 'is not valid' }]);
    }
  });

  it('leaves the numbers out that io-ts gives to the parts of an intersection', () => {
    const outer = t.exact(t.intersection([t.type({ inner: NewPet }), t.partial({ other: NewPet })]));
    const codec = t.type({ outer });
    expect(violationsOf(codec, { outer: { inner: { name: 7, categoryId: 7n }, other: { name: 'Rex' } } })).toEqual([
      { path: 'outer.inner.name', message: 'must be a string' },
      { path: 'outer.other.categoryId', message: 'is required' },
    ]);
    expect(
      violationsOf(t.intersection([NewPet, t.type({ owner: t.string })]), { name: 'Rex', categoryId: 7n }),
    ).toEqual([{ path: 'owner', message: 'is required' }]);
    expect(violationsOf(t.array(NewPet), [{ name: 'Rex' }])).toEqual([
      { path: '0.categoryId', message: 'is required' },
    ]);
  });

  it('keeps the fields of a record that another codec wraps', () => {
    const record = t.record(t.string, t.number);
    const wrapped = new t.Type('Wrapped', record.is, record.validate, t.identity);
    expect(violationsOf(wrapped, { x1: 'a', '1x': 'a' })).toEqual([
      { path: 'x1', message: 'is not valid' },
      { path: '1x', message: 'is not valid' },
    ]);
  });

  it('gives one violation a field', () => {
    expect(violationsOf(t.intersection([t.type({ at: t.string }), t.type({ at: t.string })]), { at: 7 })).toEqual([
      { path: 'at', message: 'is not valid' },
    ]);
  });

  it('has words of its own where io-ts would echo the input', () => {
    expect(violationsOf(t.type({ at: t.number }), { at: 'secret' })).toEqual([{ path: 'at', message: 'is not valid' }]);
    expect(violationsOf(t.type({ at: t.number }), 'secret')).toEqual([{ path: '', message: 'must be an object' }]);
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
});
