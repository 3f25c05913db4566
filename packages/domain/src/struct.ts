import { either as E } from 'fp-ts';
import * as t from 'io-ts';

/** The codec of each field of a record. The compiler requires all of them. */
export type Fields<A> = { readonly [Name in keyof A]-?: t.Type<Required<A>[Name], unknown, unknown> };

type OptionalName<A> = { [Name in keyof A]-?: Record<never, never> extends Pick<A, Name> ? Name : never }[keyof A];

/**
 * Makes the codec of a record from those of its fields; `O` is its encoded form. Both directions keep the listed fields
 * alone, in their order, and leave out an optional field that is undefined: it would be a third state besides absent and
 * present.
 */
export const struct = <A extends object, O = A>(
  name: string,
  fields: Fields<A>,
  optional: readonly OptionalName<A>[] = [],
): t.Type<A, O, unknown> => {
  const optionalNames: readonly unknown[] = optional;
  const entries = Object.entries<t.Mixed>(fields).map(([key, codec]) => ({
    key,
    codec,
    isOptional: optionalNames.includes(key),
  }));

  const is = (value: unknown): value is A =>
    t.UnknownRecord.is(value) &&
    entries.every(({ key, codec, isOptional }) => (isOptional && value[key] === undefined) || codec.is(value[key]));

  const validate = (input: unknown, context: t.Context): t.Validation<A> => {
    if (!t.UnknownRecord.is(input)) return t.failure(input, context);
    const errors: t.ValidationError[] = [];
    const record: Record<string, unknown> = {};
    for (const { key, codec, isOptional } of entries) {
      const value = input[key];
      if (value === undefined && isOptional) continue;
      const field = codec.validate(value, t.appendContext(context, key, codec, value));
      if (E.isRight(field)) record[key] = field.right;
      else errors.push(...field.left);
    }
    return errors.length === 0 ? t.success(record as A) : t.failures(errors);
  };

  const encode = (value: A): O => {
    const record: Record<string, unknown> = {};
    for (const { key, codec } of entries) {
      const field = value[key as keyof A];
      if (field !== undefined) record[key] = codec.encode(field);
    }
    return record as O;
  };

  return new t.Type(name, is, validate, encode);
};
