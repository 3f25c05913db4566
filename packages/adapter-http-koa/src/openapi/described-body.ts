import { maxJsonNesting } from '@animal-store/domain';
import type { JsonBody } from '../body/json-body.ts';
import { contentCodings } from '../body/read-json-body.ts';
import { maxBodyBytes } from '../limits.ts';
import type { JsonContent, RequestBody, Schema } from './open-api-document.ts';

/** The body that an operation reads, with its description. */
export interface DescribedBody<A> extends JsonBody<A> {
  readonly requestBody: RequestBody;
  /** Its schema, by its name in the document. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

interface BodyParts<A> extends Pick<JsonBody<A>, 'mediaType' | 'decode'> {
  /** Begins the description, such as `The animal`. */
  readonly what: string;
  readonly schemaName: string;
  /** The schema. The compiler requires all fields. */
  readonly schema: Schema & { readonly properties: Readonly<Record<keyof A, Schema>> };
  readonly examples: JsonContent['examples'];
}

/** Describes the body that an operation reads. The fields of its schema are those that are read. */
export const describeBody = <A>(parts: BodyParts<A>): DescribedBody<A> => {
  const { mediaType, decode, what, schemaName, schema, examples } = parts;
  return {
    mediaType,
    fieldNames: Object.keys(schema.properties),
    decode,
    requestBody: {
      required: true,
      description: [
        `${what}, as a JSON object in UTF-8 of at most ${maxBodyBytes} bytes, also after decompression, nested at ` +
          `most ${maxJsonNesting} levels deep.`,
        'Integers are read exactly: `1.0` and `1e2` are integers, a fraction is not. From 9007199254740992 on, an integer ' +
          'must be written in plain digits.',
        `\`Content-Encoding\` names the compression, if the body is compressed: ${contentCodings.join(', ')}.`,
      ].join('\n\n'),
      content: { [mediaType]: { schema: { $ref: `#/components/schemas/${schemaName}` }, examples } },
    },
    schemas: { [schemaName]: schema },
  };
};
