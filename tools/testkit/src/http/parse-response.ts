import type { HeaderLine, HttpResponse } from './http-response.ts';

const statusLine = /^HTTP\/1\.1 ([1-5][0-9]{2}) ([\x20-\x7e]*)$/;
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+): ([\x21-\x7e]+(?:[\x20-\x7e]*[\x21-\x7e])?)$/;

const malformed = (what: string, line: string): never => {
  throw new Error(`The response is malformed, ${what}: ${JSON.stringify(line.slice(0, 200))}`);
};

const parseHeader = (line: string): HeaderLine => {
  const [, name, value] = headerLine.exec(line) ?? malformed('not a header line', line);
  return [name ?? '', value ?? ''];
};

const lengthOf = (headers: readonly HeaderLine[]): number | undefined => {
  const values = headers.filter(([name]) => name.toLowerCase() === 'content-length').map(([, value]) => value);
  const [value] = values;
  if (values.length > 1 || (value !== undefined && !/^(0|[1-9][0-9]*)$/.test(value))) {
    malformed('not a Content-Length', values.join());
  }
  return value === undefined ? undefined : Number(value);
};

/**
 * Parses one response at the start of the bytes, and returns it with the rest of them, strictly by RFC 9112. Returns undefined while bytes are missing, and
 * throws if the bytes are not a response. Responses to HEAD and 1xx, 204 and 304 have no body. All others must have a
 * Content-Length, since the service never sends a body of unknown length.
 */
export const parseResponse = (
  bytes: Buffer,
  method: string,
): { readonly response: HttpResponse; readonly rest: Buffer } | undefined => {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end === -1 ? Math.min(bytes.length, 4096) : end);
  if (!'HTTP/1.1 '.startsWith(head.slice(0, 9))) malformed('not a status line', head);
  if (end === -1) return undefined;

  const [first = '', ...lines] = head.split('\r\n');
  const [, status, reason] = statusLine.exec(first) ?? malformed('not a status line', first);
  const headers = lines.map(parseHeader);
  const length = lengthOf(headers);
  const bodyless = method === 'HEAD' || ['204', '304'].includes(status ?? '') || status?.startsWith('1');
  if (!bodyless && length === undefined) malformed('no Content-Length', head);

  const start = end + 4;
  const stop = start + (bodyless ? 0 : (length ?? 0));
  if (bytes.length < stop) return undefined;
  const response = { status: Number(status), reason: reason ?? '', headers, body: bytes.subarray(start, stop) };
  return { response, rest: bytes.subarray(stop) };
};
