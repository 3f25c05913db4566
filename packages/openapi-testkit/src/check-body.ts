import type { DescribedAnswer } from './described-api.ts';
import { pointerTo } from './json-pointer.ts';
import { readJson } from './read-json.ts';
import type { SchemaCheck } from './schema-check.ts';

const checkJson = (check: SchemaCheck, pointer: string, text: string): readonly string[] => {
  try {
    const { value, faults } = readJson(text);
    return [...faults, ...check(pointer, value)];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return ['is not JSON'];
  }
};

/** What is wrong with the body of an answer and its media type, which the document describes at a pointer. */
export const checkBody =
  (check: SchemaCheck) =>
  (
    pointer: string,
    content: DescribedAnswer['content'],
    {
      method,
      mediaType,
      text,
    }: { readonly method: string; readonly mediaType: string | undefined; readonly text: string },
  ): readonly string[] => {
    if (content === undefined) {
      return [
        ...(mediaType === undefined ? [] : ['Content-Type is there without a documented body']),
        ...(text === '' ? [] : ['there is a body where none is documented']),
      ];
    }
    // Exactly, parameters included: a charset that is not documented is another media type.
    if (mediaType === undefined || content[mediaType] === undefined) {
      return [`Content-Type ${mediaType ?? '(none)'} is not documented`];
    }
    if (method === 'HEAD') return text === '' ? [] : ['there is a body on an answer to HEAD'];
    return checkJson(check, pointerTo(pointer, mediaType, 'schema'), text).map((fault) => `the body ${fault}`);
  };
