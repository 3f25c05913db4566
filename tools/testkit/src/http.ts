import { expect } from 'vitest';
import { checkAgainstDocument } from './openapi/check-against-document.ts';
import { connect, type HttpResponse, patience, type SentRequest } from './raw-connection.ts';

export {
  connect,
  contentLength,
  type HttpResponse,
  header,
  type RawConnection,
  rawRequest,
} from './raw-connection.ts';

/** A running service that is tested over the network. */
export interface RunningApi {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly origin: string;
  /** A key that the service accepts. */
  readonly apiKey: string;
}

/** Clients that check every response against an OpenAPI document. */
export const checkedAgainst = (document: object) => {
  const check = checkAgainstDocument(document);

  const checkResponse = (
    { method, target }: SentRequest,
    { status, headers, body }: HttpResponse,
  ): string | undefined => {
    if (status === 100) return undefined;
    const shown = `${method} ${target.slice(0, 200)} → ${status} ${body.toString().slice(0, 500)}`;
    const { problems, response } = check({ method, path: target, status, headers, bodyText: body.toString() });
    expect(problems, shown).toEqual([]);
    expect(status, shown).not.toBe(500);
    return response;
  };

  /** Makes a client of a service. */
  const clientOf = ({ origin, apiKey }: RunningApi) => {
    const received = new Set<string | undefined>();
    /** Sends a request with the API key. Rejects if no response arrives in time. */
    const send = async (
      method: string,
      target: string,
      { headers, ...given }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
    ): Promise<HttpResponse> => {
      const all = { Authorization: `Bearer ${apiKey}`, ...headers };
      const signal = AbortSignal.timeout(patience);
      const response = await fetch(origin + target, { method, headers: all, ...given, signal });
      const body = Buffer.from(await response.arrayBuffer());
      const whole = { status: response.status, headers: [...response.headers], body };
      received.add(checkResponse({ method, target }, whole));
      return whole;
    };
    /** Sends a body as JSON, including one that is not valid, optionally with an Idempotency-Key. */
    const post = (body: string, key?: string): Promise<HttpResponse> =>
      send('POST', '/v1/pets', {
        headers: { 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) },
        body,
      });
    return {
      send,
      post,
      get: (target: string) => send('GET', target),
      add: (name: string, key?: string) => post(JSON.stringify({ name, categoryId: 1 }), key),
      /** The responses so far, by their names in the document, such as `GET /pets 200`. */
      received,
    };
  };

  return {
    /** Opens a connection on which the test decides every byte. */
    connect: (origin: string) => connect(origin, checkResponse),
    clientOf,
  };
};

/** The body as text. Throws if its bytes are not UTF-8. */
export const text = ({ body }: HttpResponse): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
