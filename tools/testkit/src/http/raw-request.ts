/** Spells a request, line by line. Text is Latin-1, one byte per character. */
export const rawRequest = (requestLine: string, headers: readonly string[], body = ''): string =>
  [requestLine, ...headers, '', body].join('\r\n');

/** The Content-Length line of a body. */
export const contentLength = (body: string): string => `Content-Length: ${Buffer.byteLength(body, 'latin1')}`;

/** Spells a body in chunks (RFC 9112, section 7.1). */
export const chunked = (...chunks: readonly string[]): string =>
  [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
