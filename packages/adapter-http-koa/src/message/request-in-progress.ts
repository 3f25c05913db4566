import type { IncomingMessage } from 'node:http';
import type { ApiResponse } from './response.ts';

/** A request that a listener of this package handles. */
export interface RequestInProgress extends IncomingMessage {
  /**
   * Responds at once, with the headers of all responses, because the body of the request is malformed HTTP. Later responses
   * of the pipeline are dropped.
   */
  respondToFault?: (response: ApiResponse) => void;
}
