import { either as E, function as F } from 'fp-ts';
import * as t from 'io-ts';

/** The codecs of which `onlyFields` makes one of a record: `t.type`, `t.partial`, or a `t.intersection` of them. */
export type RecordCodec = t.InterfaceType<t.AnyProps> | t.PartialType<t.AnyProps> | t.IntersectionType<RecordCodec[]>;

const namesOf = (codec: RecordCodec): readonly string[] =>
  codec._tag === 'IntersectionType' ? codec.types.flatMap(namesOf) : Object.keys(codec.props);

/**
 * Makes the codec of a record keep its own fields alone, in their order, in both directions. An optional field that is
 * undefined is left out: it would be a third state besides absent and present. `t.exact` does neither, and an intersection of
 * io-ts reads fields from a `__proto__` in the input (docs/adr/0004-effects-at-the-ports.md).
 * `O` is its encoded form: a branded field encodes to itself.
 */
export const onlyFields = <A, O>(codec: RecordCodec & t.Type<A, unknown>): t.Type<A, O, unknown> => {
  const names = namesOf(codec);
  const pick = (record: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]));
  return new t.Type(
    codec.name,
    codec.is,
    (input, context) =>
      F.pipe(
        t.UnknownRecord.validate(input, context),
        E.map(pick),
        // An entry without a key: the parts of an intersection are told from fields by the value around them.
        E.chain((record) => codec.validate(record, t.appendContext(context, '', codec, record))),
      ),
    (value) => pick(codec.encode(value) as Record<string, unknown>) as O,
  );
};
