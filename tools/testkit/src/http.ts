export type { CheckResponse, SentRequest } from './http/check-response.ts';
export { checkedAgainst } from './http/checked-against.ts';
export type { Client, Timed } from './http/client.ts';
export type { ContractApi, SendOptions } from './http/contract-api.ts';
export { expectError } from './http/expect-error.ts';
export { comparable, type HttpResponse, header, text } from './http/http-response.ts';
export { connect, type RawConnection } from './http/raw-connection.ts';
export { chunked, contentLength, rawRequest } from './http/raw-request.ts';
export type { RunningApi } from './http/running-api.ts';
