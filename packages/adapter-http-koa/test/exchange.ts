import type { ApiError } from '../src/api-error.ts';
import type { HttpPorts, RequestReport } from '../src/index.ts';

/** A request, its response and its report. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  /** The body of the response. If absent, the body is not compared. */
  readonly json?: string | undefined;
  /** Headers of the response, besides those of all responses. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Fields of the report, besides those of all reports. */
  readonly report: Partial<RequestReport>;
  /** Whether the response ends the connection. */
  readonly closes?: boolean;
  /** Whether the status is the same without a key; otherwise it is 401 then. */
  readonly needsNoKey?: boolean;
  readonly ports?: Partial<HttpPorts>;
}

/** An error of the service, another response, or only its status. */
type Outcome = number | Pick<ApiError, 'status' | 'json'>;

export type Row = readonly [request: string, outcome: Outcome, more?: Partial<Exchange>];

/** Makes exchanges of rows, with what all of them have in common. */
export const exchangesWith = (common: Partial<Exchange>, rows: readonly Row[]): readonly Exchange[] =>
  rows.map(([request, outcome, more]) => ({
    ...(typeof outcome === 'number' ? { status: outcome } : { status: outcome.status, json: outcome.json }),
    request,
    ...common,
    ...more,
    headers: { ...common.headers, ...more?.headers },
    report: { ...common.report, ...more?.report },
  }));

/** Text that no report may contain, in every place where a client can send text. */
export const hostile = 'hostile-marker';

/** Text of the causes of failures, which no response may contain. */
export const secret = 'hidden-host';

export const bug = new Error(`${secret} of the bug`);
export const throwing = (): never => {
  throw bug;
};

/** The headers of every response to `GET /v1/pets/{petId}`. */
export const announced = {
  deprecation: '@1764892800',
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '</v1/pets>; rel="successor-version"',
};
