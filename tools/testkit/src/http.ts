export {
  type CheckResponse,
  type Client,
  type ContractApi,
  checkedAgainst,
  type RunningApi,
} from './http/checked-against.ts';
export { chunked, connect, contentLength, type RawConnection, rawRequest } from './http/raw-connection.ts';
export { comparable, expectError, type HttpResponse, header, parseResponse, text } from './http/response.ts';
