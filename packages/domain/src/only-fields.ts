import * as t from 'io-ts';

/** The codecs of which `onlyFields` makes one of a record: `t.type`, `t.partial`, or a `t.intersection` of them. */
export type RecordCodec = t.InterfaceType<t.AnyProps> | t.PartialType<t.AnyProps> | t.IntersectionType<RecordCodec[]>;

const namesOf = (codec: RecordCodec): readonly string[] =>
  codec._tag === 'IntersectionType' ? codec.types.flatMap(namesOf) : Object.keys(codec.props);

/**
 * Makes the codec of a record keep its own fields alone, in their order, in both directions. An optional field that is
 * undefined is left out: it would be a third state besides absent and present. `t.exact` does neither, and an intersection of
 * io-ts reads fields from a `__proto__` in the input (docs/adr/0004-effects-at-the-ports.md).
 * Every field must decode and encode to itself, as a branded one does.
 */
export const onlyFields = <A>(codec: RecordCodec & t.Type<A, unknown>): t.Type<A, A, unknown> => {
  const names = namesOf(codec);
  const pick = (record: Readonly<Record<string, unknown>>): object => {
    const own: Record<string, unknown> = {};
    for (const name of names) if (record[name] !== undefined) own[name] = record[name];
    return own;
  };
  return new t.Type(
    codec.name,
    codec.is,
    (input, context) => {
      if (!t.UnknownRecord.is(input)) return t.failure(input, context);
      const record = pick(input);
      // Its fields are decoded already: lists from a store are.
      if (codec.is(record)) return t.success(record);
      // An entry without a key: the parts of an intersection are told from fields by the value around them.
      return codec.validate(record, t.appendContext(context, '', codec, record));
    },
    (value) => pick(value as Record<string, unknown>) as A,
  );
};
