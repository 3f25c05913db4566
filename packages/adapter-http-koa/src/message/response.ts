import type { ApiKeyId, Unauthenticated } from '@animal-store/access';

/** Why a request was not authenticated. `missing`: it had no API key. */
export type AuthenticationFailure = 'missing' | Unauthenticated['reason'];

/**
 * What a 429 or a 503 is about: a slot of the process, its bytes, the share of the API key, its rate, lists that read at once, a store
 * that is unavailable, or one that is full.
 */
export type RefusalCause = 'slot' | 'bytes' | 'share' | 'rate' | 'list' | 'outage' | 'full';

/**
 * The response to a request, as a value. An operation sets the first parts, with its own headers only. The pipeline
 * adds the headers of all responses and the parts for the log and the end of the request.
 */
export interface ApiResponse {
  readonly status: number;
  /** Each name is followed by its value, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly body?: string | Buffer | undefined;
  /** The length of the body in UTF-8, if it is known. */
  readonly bytes?: number | undefined;
  /** `no-cache` lets clients keep the response and revalidate it. Without it, they must not keep it. */
  readonly cacheControl?: 'no-cache' | undefined;
  /** The request header that decides about the content. */
  readonly vary?: 'Accept-Encoding' | undefined;
  /** The connection ends with this response. */
  readonly closes?: boolean | undefined;

  /** The cause of a 500 or a 503, for the log only. */
  readonly failure?: unknown;
  /** The cause of a 429 or a 503, for the metrics. */
  readonly refusal?: RefusalCause | undefined;
  /** For the log and the metrics only: the client does not learn the reason. */
  readonly authenticationFailure?: AuthenticationFailure | undefined;
  /** The API key of the request, for the log. It is also set if the key has too much in flight. */
  readonly apiKeyId?: ApiKeyId | undefined;

  /** Gives back what the request holds, once the response is sent or its connection lost. */
  readonly release?: (() => void) | undefined;
}

/** A response of the pipeline, with the headers of all responses. */
export interface CompleteResponse extends ApiResponse {
  /** The template of the path, such as `/v1/pets/{petId}`; `unmatched` if the path has no route. */
  readonly route: string;
}

/** Tells a response from anything that a step may pass on instead. */
export const isResponse = (value: object): value is ApiResponse => 'status' in value;
