import type { ApiRequest, RequestBody } from '../src/message/request.ts';
import { readTarget } from '../src/message/request-target.ts';
import { credential } from './fake-ports.ts';

interface Parts extends Partial<Omit<ApiRequest, 'body' | 'target' | 'path' | 'query'>> {
  readonly body?: string | Partial<RequestBody>;
}

/** A request as a value, such as `GET /v1/pets`, with the key that the fakes accept. */
export const apiRequest = (methodAndTarget: string, { body = '', headers, ...parts }: Parts = {}): ApiRequest => {
  const [method = '', sent = ''] = methodAndTarget.split(' ');
  const json = typeof body === 'string' && body !== '' ? { 'content-type': 'application/json' } : {};
  return {
    begin: 0,
    id: 'same',
    method,
    ...readTarget(sent),
    version: '1.1',
    headers: { host: 'localhost', authorization: `Bearer ${credential}`, ...json, ...headers },
    connection: { accept: () => undefined, reject: () => undefined, waitToSend: () => undefined },
    ...parts,
    body: {
      parsed: undefined,
      read: () => Promise.resolve(Buffer.from(typeof body === 'string' ? body : '')),
      ...(typeof body === 'string' ? {} : body),
    },
  };
};
