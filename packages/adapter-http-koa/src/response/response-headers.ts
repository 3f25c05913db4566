// Keeps headers in the format that `writeHead` takes unchanged. write-response.ts has the measurement.
import type { ServerResponse } from 'node:http';

const list = Symbol('headers');

type Response = ServerResponse & { [list]?: string[] };

/** The headers of a response that is not written yet: each name is followed by its value. */
export const headersOf = (res: ServerResponse): string[] => {
  const response: Response = res;
  response[list] ??= [];
  return response[list];
};

/** Replaces all headers of a response. */
export const startHeaders = (res: ServerResponse, headers: string[]): void => {
  const response: Response = res;
  response[list] = headers;
};

/**
 * Sets a header of the response. A name must always be spelled in the same way. A header that one step sets here must
 * not be set by `ctx.set` in another one.
 */
export const setHeader = (res: ServerResponse, name: string, value: string): void => {
  const headers = headersOf(res);
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] === name) {
      headers[index + 1] = value;
      return;
    }
  }
  headers.push(name, value);
};

/** Hands the headers over to Node.js, for a response that is not written by `writeHead` with them. */
export const handOverHeaders = (res: ServerResponse): void => {
  const headers = headersOf(res);
  for (let index = 0; index < headers.length; index += 2) res.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  headers.length = 0;
};
