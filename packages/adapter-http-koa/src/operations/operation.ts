import type { Admitted } from '../admission/admitted.ts';
import type { ApiRequest, WellFormedRequest } from '../message/request.ts';
import type { ApiResponse } from '../message/response.ts';

/** An operation that needs no API key. It returns a promise only if it has to wait. */
export type OpenOperation = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

/** An operation that runs only for a request with a valid API key and a slot, and within the rate limit. */
export type ProtectedOperation = (request: WellFormedRequest, admitted: Admitted) => ApiResponse | Promise<ApiResponse>;
