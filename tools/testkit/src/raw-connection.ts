import { EventEmitter, once } from 'node:events';
import { connect as connectSocket } from 'node:net';

/** The longest wait, in milliseconds, for anything that the service should do at once. */
export const patience = 8_000;

/** The parts of a request that decide how its response is read and checked. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
}

/** One HTTP response, exactly as received: a header may be repeated, and its name has the case in which it was sent. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** The value of an optional header, by its name in lower case. Throws if it is repeated. */
export const header = ({ headers }: HttpResponse, name: string): string | undefined => {
  const values = headers.filter(([written]) => written.toLowerCase() === name).map(([, value]) => value);
  if (values.length > 1) throw new Error(`${name} is repeated: ${JSON.stringify(values)}`);
  return values[0];
};

/** Spells a request, line by line. Text is Latin-1, one byte per character. */
export const rawRequest = (requestLine: string, headers: readonly string[], body = ''): string =>
  [requestLine, ...headers, '', body].join('\r\n');

/** The Content-Length line of a body. */
export const contentLength = (body: string): string => `Content-Length: ${Buffer.byteLength(body, 'latin1')}`;

const statusLine = /^HTTP\/1\.1 ([1-5][0-9]{2}) [\x20-\x7e]*$/;
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+): ([\x21-\x7e]+(?:[\x20-\x7e]*[\x21-\x7e])?)$/;

const groupsOf = (line: string, pattern: RegExp): readonly string[] => {
  const groups = pattern.exec(line)?.slice(1);
  if (groups === undefined) throw new Error(`The response is malformed: ${JSON.stringify(line.slice(0, 200))}`);
  return groups;
};

/**
 * Parses one response at the start of the bytes, strictly by RFC 9112, and returns it with its length; undefined while
 * bytes are missing. Throws if the bytes are no response. All responses that have a body must have a Content-Length.
 */
const parseResponse = (bytes: Buffer, method: string) => {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end === -1 ? Math.min(bytes.length, 4096) : end);
  if (!'HTTP/1.1 '.startsWith(head.slice(0, 9))) groupsOf(head, statusLine);
  if (end === -1) return undefined;
  const [first = '', ...lines] = head.split('\r\n');
  const [status = ''] = groupsOf(first, statusLine);
  const headers = lines
    .map((line) => groupsOf(line, headerLine))
    .map(([name = '', value = '']) => [name, value] as const);
  const isEmpty = method === 'HEAD' || status.startsWith('1') || ['204', '304'].includes(status);
  const response = { status: Number(status), headers, body: Buffer.alloc(0) };
  const length = isEmpty ? '0' : (header(response, 'content-length') ?? head);
  const stop = end + 4 + Number(groupsOf(length, /^(0|[1-9][0-9]*)$/)[0]);
  if (bytes.length < stop) return undefined;
  return { response: { ...response, body: bytes.subarray(end + 4, stop) }, stop };
};

/**
 * Opens a TCP connection to the origin (`http://host:port`), on which a test decides every byte, and checks every response on
 * it. Rejects if the port is closed.
 */
export const connect = async (
  origin: string,
  check: (request: SentRequest, response: HttpResponse) => void = () => undefined,
) => {
  const { hostname, port } = new URL(origin);
  const socket = connectSocket({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
  await once(socket, 'connect');

  const changes = new EventEmitter();
  let received = Buffer.alloc(0);
  let ended = false;
  // A reset ends the connection as well. The bytes before it have been read.
  for (const event of ['error', 'end', 'close']) {
    socket.on(event, () => {
      ended = true;
      changes.emit('change');
    });
  }
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    changes.emit('change');
  });
  const until = async <A>(look: () => A | undefined, what: string): Promise<A> => {
    const late = AbortSignal.timeout(patience);
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (ended || late.aborted) {
        const unread = JSON.stringify(received.toString('latin1').slice(0, 500));
        throw new Error(`${what} does not come, the connection ${ended ? 'has ended' : 'is open'}; unread: ${unread}`);
      }
      await once(changes, 'change', { signal: late }).catch(() => undefined);
    }
  };
  const readResponse = async ({ method = 'GET', target = '' }: Partial<SentRequest> = {}): Promise<HttpResponse> => {
    const what = `The response to ${method} ${target.slice(0, 200)}`;
    const { response, stop } = await until(() => parseResponse(received, method), what);
    received = received.subarray(stop);
    check({ method, target }, response);
    return response;
  };
  const closed = (): Promise<string> =>
    until(() => (ended ? received.toString('latin1') : undefined), 'The end of the connection');

  return {
    /** Sends the bytes unchanged; text is Latin-1. Resolves when they are sent, or when the connection is lost. */
    send: (bytes: string | Uint8Array): Promise<unknown> =>
      new Promise((resolve) => socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, resolve)),
    /** Reads the next response. Rejects if none arrives in time. */
    readResponse,
    /** Waits until the service has ended the connection. Returns the bytes after the last response that was read. */
    closed,
    /** Ends the test's half of the connection. */
    end: () => void socket.end(),
    /** Drops the connection at once. */
    destroy: () => void socket.destroy(),
    /** Drops the connection with a TCP reset. */
    reset: () => void socket.resetAndDestroy(),
  };
};

export type RawConnection = Awaited<ReturnType<typeof connect>>;
