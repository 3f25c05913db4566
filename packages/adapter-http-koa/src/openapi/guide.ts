import { maxInt64, minInt64 } from '@animal-store/domain';
import { errorCodesText } from './error-codes.ts';

/** What a client has to know beyond the single operations, in Markdown. */
export const guide: string = `Each animal has a name, belongs to a category and may carry a status.

All bodies are JSON, with \`Content-Type: application/json\` and no charset; the text is UTF-8 (RFC 8259).

## Order of checks

1. Can the HTTP message be understood? Else 400, 408, 413, 417 or 431, and the connection ends.
2. Is there room for one more request? Else 503.
3. Is the API key valid? Else 401, for unknown paths and methods too. Has it requests left? Else 429.
4. Is there such a path (else 404), and does it know the method (else 405 with \`Allow\`)?
5. Is the input right? First 415, then 413, then 400, which names every broken field or parameter at once.

## Errors

Every error has a body of \`code\`, \`message\` and \`status\`, and \`status\` equals the HTTP status. Each code with when
it comes, and what to do then:

${errorCodesText}

## Integers

Ids are integers of 64 bits, ${minInt64} to ${maxInt64}, read and written exactly. A parser that reads JSON numbers as
doubles, as \`JSON.parse\` in JavaScript does, rounds those beyond 9007199254740991. The service itself never assigns an
id beyond that, but \`categoryId\` is whatever the client chose. For the same reason this document states \`format: int64\`
and no \`minimum\` or \`maximum\`.

## Paging and safe repetition

\`listPets\` links to the next page by the \`Link\` header. \`addPet\` is safe to repeat with an \`Idempotency-Key\`. After a
429 or a 503 wait as long as \`Retry-After\` says.

## Browsers

Web pages of other origins can call the API only if the operator lists their origin. Responses then have the headers of
CORS (\`Access-Control-…\` and \`Vary: Origin\`), which this document leaves out, and preflight requests need no key.

## Versions

This is version 1.0.0 of the interface, under \`/v1\`. What is to be removed says so on every answer, by \`Deprecation\`
(RFC 9745) and \`Sunset\` (RFC 8594). Fields, headers and error codes may be added at any time: ignore what you do not
know.`;
