import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { decodeNewPet, NewPet } from './pet.ts';

const int64 = 'must be an integer between -9223372036854775808 and 9223372036854775807';
const rex = { name: 'Rex', categoryId: 7n };
const invalid = (...violations: readonly { path: string; message: string }[]) =>
  E.left({ _tag: 'InvalidPet', violations });

describe('decodeNewPet', () => {
  it('takes an animal with each status and without one', () => {
    for (const status of ['available', 'pending', 'sold']) {
      expect(decodeNewPet({ ...rex, status })).toEqual(E.right({ ...rex, status }));
    }
    expect(decodeNewPet({ name: 'Rex', categoryId: 7 })).toEqual(E.right(rex));
  });

  it('leaves an absent status absent, and makes an own undefined absent', () => {
    for (const input of [rex, { ...rex, status: undefined }]) {
      expect(E.map(Object.keys)(decodeNewPet(input))).toEqual(E.right(['name', 'categoryId']));
    }
  });

  it.each([null, undefined, 'Rex', 7, 7n, true, [], [rex], () => rex])('refuses what is no object: %s', (input) => {
    expect(decodeNewPet(input)).toEqual(invalid({ path: '', message: 'must be an object' }));
  });

  it('names every missing field', () => {
    expect(decodeNewPet({})).toEqual(
      invalid({ path: 'name', message: 'is required' }, { path: 'categoryId', message: 'is required' }),
    );
    expect(decodeNewPet({ name: undefined, categoryId: 7n })).toEqual(
      invalid({ path: 'name', message: 'is required' }),
    );
    expect(decodeNewPet({ name: 'Rex', status: 'sold' })).toEqual(
      invalid({ path: 'categoryId', message: 'is required' }),
    );
  });

  it.each([
    [
      { status: 'gone', categoryId: 1.5, name: 7 },
      ['must be a string', int64, 'must be one of available, pending, sold'],
    ],
    [
      { name: '\ud800', categoryId: 2n ** 63n, status: null },
      ['must be well-formed Unicode text', int64, 'must be one of available, pending, sold'],
    ],
    [
      { name: null, categoryId: null, status: null },
      ['must be a string', int64, 'must be one of available, pending, sold'],
    ],
    [{ status: [] }, ['is required', 'is required', 'must be one of available, pending, sold']],
  ])('names every broken field at once, in the order of the specification: case %#', (input, messages) => {
    const [name = '', categoryId = '', status = ''] = messages;
    expect(decodeNewPet(input)).toEqual(
      invalid(
        { path: 'name', message: name },
        { path: 'categoryId', message: categoryId },
        { path: 'status', message: status },
      ),
    );
  });

  it('names a broken status alone', () => {
    expect(decodeNewPet({ ...rex, status: null })).toEqual(
      invalid({ path: 'status', message: 'must be one of available, pending, sold' }),
    );
  });

  it('drops the fields that an animal does not have, its id among them', () => {
    const decoded = decodeNewPet({ id: 4711n, ...rex, owner: 'Ann', '': 1, 0: 2, constructor: 3, toString: 4 });
    expect(decoded).toEqual(E.right(rex));
    expect(E.map(Reflect.ownKeys)(decoded)).toEqual(E.right(['name', 'categoryId']));
  });

  it.each([
    '{"name":"Rex","categoryId":7,"__proto__":{"status":"sold"}}',
    '{"name":"Rex","categoryId":7,"__proto__":{"status":"no status at all"}}',
    '{"name":"Rex","categoryId":7,"__proto__":{"name":1,"categoryId":2,"id":3}}',
    '{"__proto__":null,"name":"Rex","categoryId":7}',
    '{"name":"Rex","categoryId":7,"constructor":{"prototype":{"status":"sold"}}}',
  ])('ignores a field that would change the prototype: %s', (json) => {
    const decoded = decodeNewPet(JSON.parse(json));
    expect(decoded).toEqual(E.right(rex));
    expect(E.map((pet: NewPet) => [Object.getPrototypeOf(pet), pet.status])(decoded)).toEqual(
      E.right([Object.prototype, undefined]),
    );
  });

  it('takes no field from a __proto__ for one that is missing', () => {
    expect(decodeNewPet(JSON.parse('{"categoryId":7,"__proto__":{"name":"Rex"}}'))).toEqual(
      invalid({ path: 'name', message: 'is required' }),
    );
  });

  it('does not change its input', () => {
    const input = Object.freeze({ name: 'Rex', categoryId: 7, status: undefined, owner: 'Ann' });
    decodeNewPet(input);
    expect(input).toStrictEqual({ name: 'Rex', categoryId: 7, status: undefined, owner: 'Ann' });
  });

  it('gives an animal or violations of its own fields, whatever the input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ name: fc.anything(), categoryId: fc.anything() })), (input) => {
        const decoded = decodeNewPet(input);
        if (E.isRight(decoded)) expect(NewPet.is(decoded.right)).toBe(true);
        else
          expect(
            decoded.left.violations.filter(({ path }) => !['', 'name', 'categoryId', 'status'].includes(path)),
          ).toEqual([]);
      }),
    );
  });
});
