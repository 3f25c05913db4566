/** What of an OpenAPI 3.1 document tells which answers there are. */
export interface DescribedApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedRequests | undefined>>>>;
  /** The answers to requests under a server that are none of the operations. */
  readonly 'x-unmatched-requests': Readonly<Record<'options' | 'otherMethods' | 'otherPaths', DescribedRequests>>;
}

/** An operation, or other requests that are answered alike. */
export interface DescribedRequests {
  readonly responses: Readonly<Record<string, object>>;
}

/** One answer, with its headers and its body, if it has one, by their names. */
export interface DescribedResponse {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, object>>;
  /** The values of `code` that an error can have. */
  readonly 'x-error-codes'?: readonly string[];
}
