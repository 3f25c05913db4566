import { maxJsonNesting } from '@animal-store/domain';
import type { JsonBody } from '../body/json-body.ts';
import { contentCodings } from '../body/read-json-body.ts';
import { maxBodyBytes } from '../limits.ts';
import type { JsonContent, RequestBody } from './open-api-document.ts';

/** Describes the body that an operation reads. `what` begins the description, such as `The animal`. */
export const describeRequestBody = (
  { mediaType }: JsonBody<unknown>,
  what: string,
  content: JsonContent,
): RequestBody => ({
  required: true,
  description: [
    `${what}, as a JSON object in UTF-8 of at most ${maxBodyBytes} bytes, also after decompression, nested at ` +
      `most ${maxJsonNesting} levels deep.`,
    'Integers are read exactly: `1.0` and `1e2` are integers, a fraction is not. From 9007199254740992 on, an integer ' +
      'must be written in plain digits.',
    `\`Content-Encoding\` names the compression, if the body is compressed: ${contentCodings.join(', ')}.`,
  ].join('\n\n'),
  content: { [mediaType]: content },
});
