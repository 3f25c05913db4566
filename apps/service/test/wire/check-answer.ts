import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { checkAgainstDocument } from '@animal-store/openapi-testkit';
import { expect } from 'vitest';
import { type Answer, header, headerValues, text } from './answer.ts';

/** What was asked, as far as it bears on what every answer must be like. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  /** What the service is told that its base is, where it is told. */
  readonly base?: string | undefined;
}

const errorCodes: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid_request', 'invalid_parameter'],
  401: ['unauthorized'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  410: ['gone'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  417: ['expectation_failed'],
  422: ['idempotency_key_reused'],
  429: ['rate_limited'],
  431: ['headers_too_large'],
  503: ['service_unavailable'],
};

type CheckDocumented = ReturnType<typeof checkAgainstDocument>;

const checks = new Map<string, CheckDocumented>();

// Examples and constants of the document name the base, so each base has a document of its own.
const checkFor = (base: string): CheckDocumented => {
  const check = checks.get(base) ?? checkAgainstDocument(createOpenApiDocument({ base }));
  checks.set(base, check);
  return check;
};

const successes = [200, 201, 204];
const forbidden = /^(access-control-.*|server|x-powered-by|set-cookie|transfer-encoding|content-encoding|trailer)$/;

const checkHeaders = (answer: Answer, label: string): void => {
  expect(headerValues(answer, 'x-request-id'), label).toEqual([expect.stringMatching(/^[A-Za-z0-9._-]{1,64}$/)]);
  expect(headerValues(answer, 'cache-control'), label).toEqual(['no-store']);
  expect(headerValues(answer, 'x-content-type-options'), label).toEqual(['nosniff']);
  const names = answer.headers.map(([name]) => name.toLowerCase());
  expect(
    names.filter((name) => forbidden.test(name)),
    label,
  ).toEqual([]);
  const single = names.filter((name) => name !== 'link');
  expect(new Set(single).size, `${label}: a header is repeated: ${names.join()}`).toBe(single.length);
};

const checkError = (answer: Answer, label: string): void => {
  const error: unknown = JSON.parse(text(answer));
  expect(error, label).toEqual({
    code: expect.any(String),
    message: expect.stringMatching(/^\P{Cc}+$/u),
    status: answer.status,
  });
  const { code, message } = error as { readonly code: string; readonly message: string };
  expect(errorCodes[answer.status], `${label}: ${code} does not belong to ${answer.status}`).toContain(code);
  expect(message, label).not.toMatch(/\bat .+:\d+|node:|\.ts\b|\.js\b|\[object|undefined|Error:/);
};

const checkBody = (answer: Answer, { method }: Asked, label: string): void => {
  const length = header(answer, 'content-length');
  if (answer.status === 204) {
    expect({ length, type: header(answer, 'content-type'), body: answer.body.length }, label).toEqual({ body: 0 });
    return;
  }
  expect(header(answer, 'content-type'), label).toBe('application/json');
  expect(length, label).toMatch(/^[1-9][0-9]*$/);
  if (method === 'HEAD') {
    expect(answer.body.length, label).toBe(0);
    return;
  }
  expect(String(answer.body.length), label).toBe(length);
  if (answer.status >= 400) checkError(answer, label);
  else expect(() => JSON.parse(text(answer)), label).not.toThrow();
};

const checkDescription = (
  { method, target, base = '/v1' }: Asked,
  { status, headers, body }: Answer,
  label: string,
): void => {
  const exchange = { method, path: target, status, headers, bodyText: body.toString() };
  expect(checkFor(base)(exchange).problems, label).toEqual([]);
};

/**
 * Checks what holds for every answer whatever was asked: JSON or nothing, an exact Error body on every error, the
 * headers that are always there and those that never are, all as the OpenAPI document says, and no failure of the service. Only readiness may be 503.
 */
export const checkAnswer = (asked: Asked, answer: Answer): void => {
  if (answer.status === 100) {
    expect(answer.headers).toEqual([]);
    return;
  }
  const label = `${asked.method} ${asked.target.slice(0, 200)} → ${answer.status} ${answer.body.toString().slice(0, 500)}`;
  const mayBeUnready = asked.target.startsWith('/readyz');
  const known = successes.includes(answer.status) || errorCodes[answer.status] !== undefined;
  expect(known && (answer.status < 500 || mayBeUnready), label).toBe(true);
  checkHeaders(answer, label);
  checkBody(answer, asked, label);
  checkDescription(asked, answer, label);
};
