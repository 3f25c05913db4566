import { expect } from 'vitest';

/** One HTTP response, exactly as received: a header may be repeated, and its name has the case in which it was sent. */
export interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** The value of an optional header, by its name in lower case. Throws if it is repeated. */
export const header = ({ headers }: HttpResponse, name: string): string | undefined => {
  const values = headers.filter(([written]) => written.toLowerCase() === name).map(([, value]) => value);
  if (values.length > 1) throw new Error(`${name} is repeated: ${JSON.stringify(values)}`);
  return values[0];
};

/** The body as text. Throws if its bytes are not UTF-8. */
export const text = ({ body }: HttpResponse): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);

/** Asserts the status and the code of an error. Returns its message. */
export const expectError = (response: HttpResponse, status: number, code: string): string => {
  const error = JSON.parse(text(response)) as { readonly code: string; readonly message: string };
  expect({ status: response.status, code: error.code }, text(response)).toEqual({ status, code });
  return error.message;
};

const statusLine = /^HTTP\/1\.1 ([1-5][0-9]{2}) ([\x20-\x7e]*)$/;
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+): ([\x21-\x7e]+(?:[\x20-\x7e]*[\x21-\x7e])?)$/;

const groupsOf = (line: string, pattern: RegExp): readonly string[] => {
  const groups = pattern.exec(line)?.slice(1);
  if (groups === undefined) throw new Error(`The response is malformed: ${JSON.stringify(line.slice(0, 200))}`);
  return groups;
};

/**
 * Parses one response at the start of the bytes, strictly by RFC 9112, and returns it with the rest of them; undefined while
 * bytes are missing. Throws if the bytes are no response. All responses that have a body must have a Content-Length.
 */
export const parseResponse = (
  bytes: Buffer,
  method: string,
): { readonly response: HttpResponse; readonly rest: Buffer } | undefined => {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end === -1 ? Math.min(bytes.length, 4096) : end);
  if (!'HTTP/1.1 '.startsWith(head.slice(0, 9))) groupsOf(head, statusLine);
  if (end === -1) return undefined;

  const [first = '', ...lines] = head.split('\r\n');
  const [status = '', reason = ''] = groupsOf(first, statusLine);
  const headers = lines
    .map((line) => groupsOf(line, headerLine))
    .map(([name = '', value = '']) => [name, value] as const);
  const isEmpty = method === 'HEAD' || status.startsWith('1') || ['204', '304'].includes(status);
  const response = { status: Number(status), reason, headers, body: Buffer.alloc(0) };
  const length = isEmpty ? '0' : (header(response, 'content-length') ?? head);
  const start = end + 4;
  const stop = start + Number(groupsOf(length, /^(0|[1-9][0-9]*)$/)[0]);
  if (bytes.length < stop) return undefined;
  return { response: { ...response, body: bytes.subarray(start, stop) }, rest: bytes.subarray(stop) };
};
