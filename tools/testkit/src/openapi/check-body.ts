import type { DescribedResponse } from './described-api.ts';
import { pointerTo } from './json-pointer.ts';
import { readJson } from './read-json.ts';
import type { SchemaCheck } from './schema-check.ts';

interface Body {
  readonly method: string;
  readonly status: number;
  /** The error codes that the body can have; undefined if it is not an error. */
  readonly codes: readonly string[] | undefined;
  readonly mediaType: string | undefined;
  readonly text: string;
}

const checkError = (error: unknown, { codes, status }: Body): readonly string[] => {
  if (codes === undefined) return [];
  const { code, status: written } = error as { readonly code: unknown; readonly status: unknown };
  return [
    ...(codes.includes(code as string) ? [] : [`/code must be one of ${codes.join(', ')}`]),
    ...(written === status ? [] : [`/status must be ${status}`]),
  ];
};

const checkJson = (check: SchemaCheck, pointer: string, body: Body): readonly string[] => {
  try {
    const { value, faults } = readJson(body.text);
    const schemaFaults = check(pointer, value);
    return [...faults, ...schemaFaults, ...(schemaFaults.length > 0 ? [] : checkError(value, body))];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return ['is not JSON'];
  }
};

/** Returns the faults of a response's body and media type, which the document describes at a pointer. */
export const checkBody =
  (check: SchemaCheck) =>
  (pointer: string, content: DescribedResponse['content'], body: Body): readonly string[] => {
    const { method, mediaType, text } = body;
    if (content === undefined) {
      return [
        ...(mediaType === undefined ? [] : ['Content-Type has no documented body']),
        ...(text === '' ? [] : ['the body is not documented']),
      ];
    }
    // The media type must match with its parameters, because another charset is another media type.
    if (mediaType === undefined || content[mediaType] === undefined) {
      return [`Content-Type ${mediaType ?? '(none)'} is not documented`];
    }
    if (method === 'HEAD') return text === '' ? [] : ['the response to HEAD has a body'];
    return checkJson(check, pointerTo(pointer, mediaType, 'schema'), body).map((fault) => `the body ${fault}`);
  };
