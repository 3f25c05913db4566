import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

/** Says what of a value breaks the schema at a pointer of the document; nothing when it is valid. */
export type SchemaCheck = (pointer: string, value: unknown) => readonly string[];

const documentUri = 'https://openapi.test/document';

const isClosable = (value: object): boolean =>
  'type' in value && value.type === 'object' && 'properties' in value && !('additionalProperties' in value);

// A document leaves objects open, so that later versions may add fields. This version must answer with no others.
const withClosedObjects = (document: object): object =>
  JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && isClosable(value)
      ? { ...value, additionalProperties: false }
      : value,
  );

const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  [instancePath, message, JSON.stringify(params)].filter((part) => part !== '' && part !== '{}').join(' ');

// Ajv reads the pointer from the fragment of a URI.
const toFragment = (pointer: string): string => pointer.split('/').map(encodeURIComponent).join('/');

/** Makes a check against the JSON schemas (draft 2020-12) of a document; it throws where there is no such schema. */
export const schemaCheck = (document: object): SchemaCheck => {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false, formats: { int64: true } })
    // To Ajv the document is a schema too: of its fields, only those that it has are known keywords.
    .addVocabulary(Object.keys(document))
    .addSchema(withClosedObjects(document), documentUri);
  return (pointer, value) => {
    const validate = ajv.getSchema(`${documentUri}#${toFragment(pointer)}`);
    if (validate === undefined) throw new Error(`The document has no schema at ${pointer}`);
    return validate(value) === true ? [] : (validate.errors ?? []).map(sentence);
  };
};
