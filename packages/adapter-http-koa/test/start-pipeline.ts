import { createHttpPipeline } from '../src/http-api.ts';
import type { HttpApiOptions, HttpApiPorts } from '../src/index.ts';
import type { ApiResponse } from '../src/message/response.ts';
import { apiRequest } from './api-request.ts';
import { fakePorts } from './fake-ports.ts';

/** A response of the pipeline, with its headers by their names in lower case. */
export type NamedResponse = Omit<ApiResponse, 'headers'> & {
  readonly headers: Readonly<Record<string, string | undefined>>;
};

const byName = (headers: readonly string[]): NamedResponse['headers'] => {
  const named: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) {
    named[String(headers[index]).toLowerCase()] = String(headers[index + 1]);
  }
  return named;
};

/** The pipeline of the API with fake ports, without a socket. Nothing is released unless the test does so. */
export const startPipeline = (ports: Partial<HttpApiPorts> = {}, options: Partial<HttpApiOptions> = {}) => {
  const pipeline = createHttpPipeline(
    fakePorts(() => undefined, ports),
    { base: '/v1', getPetAfterSunset: 'gone', ...options },
  );
  const send = async (...request: Parameters<typeof apiRequest>): Promise<NamedResponse> => {
    const { headers, ...response } = await pipeline.respond(apiRequest(...request));
    return { ...response, headers: byName(headers) };
  };
  return { ...pipeline, send };
};
