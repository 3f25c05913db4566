import { maxInt64, minInt64 } from '@animal-store/domain';
import { apiPath } from '../api-path.ts';
import { errorCodes } from '../message/error-codes.ts';
import { operations } from '../operations/operations.ts';

const mediaTypes = new Set(['application/json', ...operations.flatMap(({ body }) => body?.mediaType ?? [])]);

const errorCodesText = Object.entries(errorCodes)
  .map(([code, { status, when, advice }]) => `- \`${code}\` (${status}): ${when}; ${advice}.`)
  .join('\n');

/** The guide for clients that applies to all operations, in Markdown. */
export const guide: string = `All bodies are JSON, with \`Content-Type: ${[...mediaTypes].join('` or `')}\` and no charset; the text is UTF-8 (RFC 8259).

## Order of checks

1. The HTTP message is well-formed; otherwise 400, 408, 413, 417 or 431, and the connection is closed.
2. A slot is free; otherwise 503, or 429 if the API key has too many requests in flight.
3. The API key is valid; otherwise 401, for unknown paths and methods too. With a rate limit: the key has requests left;
   otherwise 429.
4. The path exists (otherwise 404) and supports the method (otherwise 405 with \`Allow\`).
5. The input is valid; otherwise 415, 413 or 400, in this order. The 400 names every invalid field or parameter at once.
6. What is stored fits: the animal exists (otherwise 404), and the \`Idempotency-Key\` was not used for another animal
   (otherwise 422).

## Errors

Every error has a body of \`code\`, \`message\` and \`status\`; \`status\` equals the HTTP status. The codes:

${errorCodesText}

## Other methods

\`HEAD\` works on every path that supports \`GET\`: the same status and headers, without a body. \`OPTIONS\` returns 204
and lists the methods of the path in \`Allow\`.

## Request ids

Every response has an \`X-Request-Id\`, which the log of the service contains too. A request can bring its own: 1 to 64 of
the characters \`A-Z a-z 0-9 . _ -\`. The service replaces any other value and never rejects it.

## Integers

Ids are 64-bit integers, ${minInt64} to ${maxInt64}, read and written exactly. A parser that reads JSON numbers as
doubles, such as \`JSON.parse\` in JavaScript, rounds those beyond 9007199254740991. The service never assigns an id
beyond that, but a client can choose any \`categoryId\`. For the same reason this document states \`format: int64\` and no
\`minimum\` or \`maximum\`.

## Paging and retries

\`listPets\` names the next page in the \`Link\` header. A retry of a read is always safe, and the
description of a write says how to retry it. After a 429 or a 503 wait as long as \`Retry-After\` says.

## Browsers

Web pages of other origins can call the API only if the operator lists their origin. Responses then have the headers of
CORS (\`Access-Control-…\` and \`Vary: Origin\`), which this document leaves out. Preflight requests need no key.

## Versions

This is version 1.0.0 of the interface, under \`${apiPath}\`. Every response of an operation that will be removed says so, by
\`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594). Fields, headers and error codes can be added at any time: ignore
those that you do not know.`;
