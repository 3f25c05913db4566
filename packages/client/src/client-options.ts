import type { CallLimits } from './call-options.ts';
import type { DeprecationNotice } from './deprecation-notice.ts';

/** Sends one request, as the global `fetch` does. It must obey `signal` and `redirect`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Options of the client. Its limits apply to calls without limits of their own. */
export interface ClientOptions extends CallLimits {
  /** The base URL of the API with its version, such as `https://animals.example/v1`; in a browser also `/v1`. */
  readonly baseUrl: string | URL;
  /** The API key, without `Bearer`. */
  readonly apiKey: string;
  /** Sends the requests; default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Called for each response that announces the removal of its operation. It must not throw. */
  readonly onDeprecation?: ((notice: DeprecationNotice) => void) | undefined;
}
