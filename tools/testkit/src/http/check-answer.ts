import { expect } from 'vitest';
import { checkAgainstDocument } from '../openapi/check-against-document.ts';
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

const describeExchange = ({ method, target }: Asked, { status, body }: Pick<Answer, 'status' | 'body'>): string =>
  `${method} ${target.slice(0, 200)} → ${status} ${body.toString().slice(0, 500)}`;

/** Gives the OpenAPI document of a base: examples and constants in it name the base, so each has its own. */
export type DocumentFor = (base: string) => Parameters<typeof checkAgainstDocument>[0];

const checkDocumentOnce = (documentFor: DocumentFor): ((base: string) => CheckDocumented) => {
  const checks = new Map<string, CheckDocumented>();
  return (base) => {
    const check = checks.get(base) ?? checkAgainstDocument(documentFor(base));
    checks.set(base, check);
    return check;
  };
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

/** Throws where an answer is not what it has to be. */
export type CheckAnswer = (asked: Asked, answer: Answer) => void;

/** Checks that an answer under /v1 is as the OpenAPI document says. */
export const createDocumentCheck = (documentFor: DocumentFor): CheckAnswer => {
  const checkFor = checkDocumentOnce(documentFor);
  return ({ method, target, base = '/v1' }, { status, headers, body }) => {
    const exchange = { method, path: target, status, headers, bodyText: body.toString() };
    expect(checkFor(base)(exchange).problems, describeExchange({ method, target }, { status, body })).toEqual([]);
  };
};

/**
 * Checks what holds for every answer whatever was asked: JSON or nothing, an exact Error body on every error, the
 * headers that are always there and those that never are, and no failure of the service. Only readiness may be 503.
 */
const checkForm: CheckAnswer = (asked, answer) => {
  const label = describeExchange(asked, answer);
  const mayBeUnready = asked.target.startsWith('/readyz');
  const known = successes.includes(answer.status) || errorCodes[answer.status] !== undefined;
  expect(known && (answer.status < 500 || mayBeUnready), label).toBe(true);
  checkHeaders(answer, label);
  checkBody(answer, asked, label);
};

/** Checks what holds for every answer, and that the OpenAPI document describes it. */
export const createAnswerCheck =
  (checkDocumented: CheckAnswer): CheckAnswer =>
  (asked, answer) => {
    if (answer.status === 100) {
      expect(answer.headers).toEqual([]);
      return;
    }
    checkForm(asked, answer);
    checkDocumented(asked, answer);
  };
