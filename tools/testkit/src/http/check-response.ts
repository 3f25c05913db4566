import { expect } from 'vitest';
import { checkAgainstDocument } from '../openapi/check-against-document.ts';
import { type HttpResponse, header, text } from './http-response.ts';

/** The parts of a request that decide how its response is checked. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  /** The configured base of the service, if any. */
  readonly base?: string | undefined;
}

/** Throws if a response is invalid. */
export type CheckResponse = (request: SentRequest, response: HttpResponse) => void;

/**
 * Returns the OpenAPI document of a base. Examples and constants in the document contain the base, so each base has its
 * own.
 */
export type DocumentFor = (base: string) => Parameters<typeof checkAgainstDocument>[0];

const forbidden = /^(access-control-.*|server|x-powered-by|set-cookie|transfer-encoding|content-encoding|trailer)$/;

/** What a message to a client must not contain: stacks, files, and values that a program did not expect. */
const internal = /\bat .+:\d+|node:|\.ts\b|\.js\b|\[object|undefined|Error:/;

/**
 * Checks the common rules for all responses: a body that is empty or JSON, an exact Error body on every error, all
 * common headers, no forbidden header, and no failure of the service. Only readiness may be 503.
 */
const checkForm: CheckResponse = ({ method, target }, response) => {
  const { status, headers, body } = response;
  const highest = target.startsWith('/readyz') ? 503 : 499;
  expect([200, 201, 204].includes(status) || (status >= 400 && status <= highest)).toBe(true);
  const names = headers.map(([name]) => name.toLowerCase());
  const single = names.filter((name) => name !== 'link');
  expect(single, 'no header is repeated').toEqual([...new Set(single)]);
  expect(names.filter((name) => forbidden.test(name))).toEqual([]);
  const field = (name: string): string | undefined => header(response, name);
  expect(field('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  expect([field('cache-control'), field('x-content-type-options')]).toEqual(['no-store', 'nosniff']);

  const length = field('content-length');
  if (status === 204) {
    expect([length, field('content-type'), body.length]).toEqual([undefined, undefined, 0]);
    return;
  }
  expect([field('content-type'), length]).toEqual(['application/json', expect.stringMatching(/^[1-9][0-9]*$/)]);
  expect(`${body.length}`).toBe(method === 'HEAD' ? '0' : length);
  if (method === 'HEAD') return;
  const value = JSON.parse(text(response));
  if (status < 400) return;
  expect(value).toEqual({ code: expect.any(String), message: expect.stringMatching(/^\P{Cc}+$/u), status });
  expect(value.message).not.toMatch(internal);
};

// A client learns exactly this of a store that is unavailable, for any cause.
const unavailable =
  '{"code":"service_unavailable","message":"the store does not respond at the moment; retry later","status":503}';

/**
 * Makes the checks of responses: the common rules, and that the OpenAPI document describes them. With `inTrouble`, the store
 * of the service may fail, and a 503 has rules of its own.
 */
export const createResponseChecks = (documentFor: DocumentFor) => {
  const documents = new Map<string, ReturnType<typeof checkAgainstDocument>>();
  const check = (request: SentRequest, response: HttpResponse, mayFail: boolean): void => {
    const { method, target, base = '/v1' } = request;
    const { status, headers, body } = response;
    if (status === 100) {
      expect(headers).toEqual([]);
      return;
    }
    if (mayFail && status === 503 && target.startsWith('/v1'))
      expect([text(response), header(response, 'retry-after')]).toEqual([unavailable, '1']);
    else checkForm(request, response);
    const ofDocument = documents.get(base) ?? checkAgainstDocument(documentFor(base));
    documents.set(base, ofDocument);
    const exchange = { method, path: target, status, headers, bodyText: body.toString() };
    expect(ofDocument(exchange).problems).toEqual([]);
  };
  const named =
    (mayFail: boolean): CheckResponse =>
    (request, response) => {
      try {
        check(request, response, mayFail);
      } catch (error) {
        const { method, target } = request;
        const shown = `${method} ${target.slice(0, 200)} → ${response.status} ${response.body.toString().slice(0, 500)}`;
        throw new Error(`${shown}: ${(error as Error).message}`, { cause: error });
      }
    };
  return { usual: named(false), inTrouble: named(true) };
};
