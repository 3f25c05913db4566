/** The parts of an OpenAPI 3.1 document that describe responses. */
export interface DescribedApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedRequests | undefined>>>>;
  /** The responses to requests under a server that match no operation. */
  readonly 'x-unmatched-requests': Readonly<Record<'options' | 'otherMethods' | 'otherPaths', DescribedRequests>>;
}

/** An operation, or other requests with the same responses. */
export interface DescribedRequests {
  readonly responses: Readonly<Record<string, object>>;
}

/** One response, with its headers and its body, if any, by their names. */
export interface DescribedResponse {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, object>>;
  /** The values of `code` that an error can have. */
  readonly 'x-error-codes'?: readonly string[];
}
