import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// Its strict mode refuses misspelt keywords.
const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
addFormats.default(ajv);

/** Whether values are checked against this `format`. */
export const isFormat = (name: string): boolean => name in ajv.formats;

const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  [instancePath, message, JSON.stringify(params)].filter((part) => part !== '' && part !== '{}').join(' ');

/** The faults of a value against a JSON schema (draft 2020-12), which is compiled once. */
export const faultsOf = (schema: object, value: unknown): readonly string[] =>
  ajv.validate(schema, value) ? [] : (ajv.errors ?? []).map(sentence);

/** What a pointer such as `/components/schemas/Pet` names in a document. */
const partAt = (document: object, pointer: string): object =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((part, name) => Object(part)[name], document);

/**
 * A part of an OpenAPI document with the parts that it refers to. The document leaves objects open, so that later versions may
 * add fields. This version must respond without other fields, so here they are closed. An unknown format is left out.
 */
export const resolve = <A extends object>(document: object, part: A): A =>
  JSON.parse(JSON.stringify(part), (key, value) => {
    if (key === 'format' && typeof value === 'string' && !isFormat(value)) return undefined;
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) return resolve(document, partAt(document, String(value.$ref).slice(1)));
    return value.type === 'object' && 'properties' in value ? { ...value, additionalProperties: false } : value;
  });
