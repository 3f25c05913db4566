import type { HeaderLine, HttpResponse } from './http-response.ts';

/** An answer and the bytes that follow it. */
export interface ParsedResponse {
  readonly response: HttpResponse;
  readonly rest: Buffer;
}

const statusLine = /^HTTP\/1\.1 ([1-5][0-9]{2}) ([\x20-\x7e]*)$/;
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+): ([\x21-\x7e]+(?:[\x20-\x7e]*[\x21-\x7e])?)$/;

const malformed = (what: string, line: string): never => {
  throw new Error(`The answer is malformed, ${what}: ${JSON.stringify(line.slice(0, 200))}`);
};

const parseHeader = (line: string): HeaderLine => {
  const [, name, value] = headerLine.exec(line) ?? malformed('no header line', line);
  return [name ?? '', value ?? ''];
};

const lengthOf = (headers: readonly HeaderLine[]): number | undefined => {
  const values = headers.filter(([name]) => name.toLowerCase() === 'content-length').map(([, value]) => value);
  const [value] = values;
  if (values.length > 1 || (value !== undefined && !/^(0|[1-9][0-9]*)$/.test(value))) {
    malformed('no Content-Length', values.join());
  }
  return value === undefined ? undefined : Number(value);
};

/**
 * Reads one answer from the start of the bytes, strictly as RFC 9112 spells it: undefined while bytes are missing,
 * an error when they are no answer. The answers to HEAD have no body, nor have 1xx, 204 and 304; any other must have a
 * Content-Length, since the service never needs to send one of unknown length.
 */
export const parseResponse = (bytes: Buffer, method: string): ParsedResponse | undefined => {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end === -1 ? Math.min(bytes.length, 4096) : end);
  if (!'HTTP/1.1 '.startsWith(head.slice(0, 9))) malformed('no status line', head);
  if (end === -1) return undefined;

  const [first = '', ...lines] = head.split('\r\n');
  const [, status, reason] = statusLine.exec(first) ?? malformed('no status line', first);
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
