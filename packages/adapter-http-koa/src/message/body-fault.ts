// An event, because V8 frees requests only in a full garbage collection if a function of a request is one of its properties:
// GET /v1/pets then takes a third more CPU time.
import type { ServerResponse } from 'node:http';
import type { ApiResponse } from './response.ts';

const bodyFault = 'bodyFault';

/** Calls the listener if the body of the request is malformed HTTP. It must write the response at once. */
export const onBodyFault = (res: ServerResponse, listener: (response: ApiResponse) => void): void => {
  res.on(bodyFault, listener);
};

/** Tells the listener of the API that the body of a request is malformed HTTP. */
export const emitBodyFault = (res: ServerResponse, response: ApiResponse): void => {
  res.emit(bodyFault, response);
};
