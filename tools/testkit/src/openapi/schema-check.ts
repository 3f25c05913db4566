import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

/** Returns the faults of a value against the schema at a pointer of the document. */
export type SchemaCheck = (pointer: string, value: unknown) => readonly string[];

const documentUri = 'https://openapi.test/document';

const isClosable = (value: object): boolean => 'type' in value && value.type === 'object' && 'properties' in value;

// A document leaves objects open, so that later versions may add fields. This version must respond without other
// fields.
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

/** Makes a check against the JSON schemas (draft 2020-12) of a document. It throws if a schema does not exist. */
export const schemaCheck = (document: object): SchemaCheck => {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false, formats: { int64: true } })
    // Ajv treats the document as a schema too, so the document's own fields are declared as keywords.
    .addVocabulary(Object.keys(document))
    .addSchema(withClosedObjects(document), documentUri);
  return (pointer, value) => {
    const validate = ajv.getSchema(`${documentUri}#${toFragment(pointer)}`);
    if (validate === undefined) throw new Error(`The document has no schema at ${pointer}`);
    return validate(value) === true ? [] : (validate.errors ?? []).map(sentence);
  };
};
