import * as t from 'io-ts';

/** The codecs of which `onlyFields` makes one of a record: `t.type`, `t.partial`, or a `t.intersection` of them. */
export type RecordCodec = t.InterfaceType<t.AnyProps> | t.PartialType<t.AnyProps> | t.IntersectionType<RecordCodec[]>;

const fieldsOf = (codec: RecordCodec): readonly (readonly [string, t.Any])[] =>
  codec._tag === 'IntersectionType' ? codec.types.flatMap(fieldsOf) : Object.entries(codec.props);

/**
 * Makes the codec of a record keep its own fields alone, in their order, in both directions. An optional field that is
 * undefined is left out: it would be a third state besides absent and present. `t.exact` does neither, and an intersection of
 * io-ts reads fields from a `__proto__` in the input.
 * `O` is its encoded form: a branded field encodes to itself.
 */
export const onlyFields = <A, O>(codec: RecordCodec & t.Type<A, unknown>): t.Type<A, O, unknown> => {
  const fields = fieldsOf(codec);
  const names = fields.map(([name]) => name);
  // A value of such a codec decodes and encodes to itself, so `is` alone decides, in a fraction of the time.
  const isIdentity = fields.every(([, { encode }]) => encode === t.identity);
  const pick = (record: Readonly<Record<string, unknown>>): object => {
    const picked: Record<string, unknown> = {};
    for (const name of names) if (record[name] !== undefined) picked[name] = record[name];
    return picked;
  };
  return new t.Type(
    codec.name,
    codec.is,
    (input, context) => {
      if (!t.UnknownRecord.is(input)) return t.failure(input, context);
      const record = pick(input);
      if (isIdentity && codec.is(record)) return t.success(record);
      // An entry without a key: the parts of an intersection are told from fields by the value around them.
      return codec.validate(record, t.appendContext(context, '', codec, record));
    },
    (value) => pick((isIdentity ? value : codec.encode(value)) as Record<string, unknown>) as O,
  );
};
