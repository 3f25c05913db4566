import { expect } from 'vitest';
import { checkAgainstDocument } from '../openapi/check-against-document.ts';
import { type HttpResponse, header, headerValues, text } from './http-response.ts';

/** The parts of a request that decide how its response is checked. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  /** The configured base of the service, if any. */
  readonly base?: string | undefined;
}

type CheckDocumented = ReturnType<typeof checkAgainstDocument>;

const describeOutcome = (
  { method, target }: SentRequest,
  { status, body }: Pick<HttpResponse, 'status' | 'body'>,
): string => `${method} ${target.slice(0, 200)} → ${status} ${body.toString().slice(0, 500)}`;

/**
 * Returns the OpenAPI document of a base. Examples and constants in the document contain the base, so each base has its
 * own.
 */
export type DocumentFor = (base: string) => Parameters<typeof checkAgainstDocument>[0];

const successes = [200, 201, 204];
const forbidden = /^(access-control-.*|server|x-powered-by|set-cookie|transfer-encoding|content-encoding|trailer)$/;

const checkHeaders = (response: HttpResponse, label: string): void => {
  expect(headerValues(response, 'x-request-id'), label).toEqual([expect.stringMatching(/^[A-Za-z0-9._-]{1,64}$/)]);
  expect(headerValues(response, 'cache-control'), label).toEqual(['no-store']);
  expect(headerValues(response, 'x-content-type-options'), label).toEqual(['nosniff']);
  const names = response.headers.map(([name]) => name.toLowerCase());
  expect(
    names.filter((name) => forbidden.test(name)),
    label,
  ).toEqual([]);
  const single = names.filter((name) => name !== 'link');
  expect(new Set(single).size, `${label}: a header is repeated: ${names.join()}`).toBe(single.length);
};

const checkError = (response: HttpResponse, label: string): void => {
  const error: unknown = JSON.parse(text(response));
  expect(error, label).toEqual({
    code: expect.any(String),
    message: expect.stringMatching(/^\P{Cc}+$/u),
    status: response.status,
  });
  const { message } = error as { readonly message: string };
  expect(message, label).not.toMatch(/\bat .+:\d+|node:|\.ts\b|\.js\b|\[object|undefined|Error:/);
};

const checkBody = (response: HttpResponse, { method }: SentRequest, label: string): void => {
  const length = header(response, 'content-length');
  if (response.status === 204) {
    expect({ length, type: header(response, 'content-type'), body: response.body.length }, label).toEqual({ body: 0 });
    return;
  }
  expect(header(response, 'content-type'), label).toBe('application/json');
  expect(length, label).toMatch(/^[1-9][0-9]*$/);
  if (method === 'HEAD') {
    expect(response.body.length, label).toBe(0);
    return;
  }
  expect(String(response.body.length), label).toBe(length);
  if (response.status >= 400) checkError(response, label);
  else expect(() => JSON.parse(text(response)), label).not.toThrow();
};

/** Throws if a response is invalid. */
export type CheckResponse = (request: SentRequest, response: HttpResponse) => void;

/** Checks that a response under /v1 matches the OpenAPI document. */
export const createDocumentCheck = (documentFor: DocumentFor): CheckResponse => {
  const checks = new Map<string, CheckDocumented>();
  return ({ method, target, base = '/v1' }, { status, headers, body }) => {
    const check = checks.get(base) ?? checkAgainstDocument(documentFor(base));
    checks.set(base, check);
    const exchange = { method, path: target, status, headers, bodyText: body.toString() };
    expect(check(exchange).problems, describeOutcome({ method, target }, { status, body })).toEqual([]);
  };
};

/**
 * Checks the common rules for all responses: a body that is empty or JSON, an exact Error body on every error, all
 * common headers, no forbidden header, and no failure of the service. Only readiness may be 503.
 */
const checkForm: CheckResponse = (request, response) => {
  const label = describeOutcome(request, response);
  const mayBeUnready = request.target.startsWith('/readyz');
  const isError = response.status >= 400 && response.status < (mayBeUnready ? 504 : 500);
  expect(isError || successes.includes(response.status), label).toBe(true);
  checkHeaders(response, label);
  checkBody(response, request, label);
};

/** Checks the common rules for all responses, and that the OpenAPI document describes the response. */
export const createResponseCheck =
  (checkDocumented: CheckResponse): CheckResponse =>
  (request, response) => {
    if (response.status === 100) {
      expect(response.headers).toEqual([]);
      return;
    }
    checkForm(request, response);
    checkDocumented(request, response);
  };
