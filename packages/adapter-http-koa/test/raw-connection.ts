import {
  connect,
  type RawConnection as WireConnection,
  type HttpResponse as WireResponse,
} from '@animal-store/testkit/http';
import { checkAgainstDocument } from '@animal-store/testkit/openapi';
import { expect, onTestFinished } from 'vitest';
import { createOpenApiDocument, type OpenApiDocument } from '../src/index.ts';

/** One received response. Header names are in lower case, and a repeated header is joined by line ends. */
export interface TextResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, one character per byte. */
  readonly body: string;
}

/** A TCP connection on which a test decides every byte. It is closed after the test. */
export interface RawConnection extends Pick<WireConnection, 'send' | 'end' | 'reset'> {
  /** Reads the next response. Rejects if the connection ends before it. */
  readonly readResponse: (method?: string) => Promise<TextResponse>;
  /** Reads that many responses, none of them to HEAD. */
  readonly readResponses: (count: number) => Promise<readonly TextResponse[]>;
  readonly request: (bytes: string) => Promise<TextResponse>;
  /** Waits for the end of the connection. Returns the bytes after the last response. */
  readonly rest: () => Promise<string>;
}

const toTextResponse = ({ status, headers, body }: WireResponse): TextResponse => {
  const byName = Map.groupBy(headers, ([name]) => name.toLowerCase());
  const joined = [...byName].map(([name, lines]) => [name, lines.map(([, value]) => value).join('\n')]);
  return { status, headers: Object.fromEntries(joined), body: body.toString('latin1') };
};

export const document: OpenApiDocument = createOpenApiDocument({ base: '/v1' });
const check = checkAgainstDocument(document);

/** Expects that the response to a request of /v1 is as the OpenAPI document says. Returns its name in the document. */
export const expectDescribed = (bytes: string, { status, headers, body }: TextResponse): string | undefined => {
  if (status === 100 || 'access-control-max-age' in headers) return undefined;
  const [method = '', path = ''] = bytes.split(' ', 2);
  const own = Object.entries(headers).filter(([name]) => !/^(?:access-control-|vary$)/.test(name));
  const bodyText = Buffer.from(body, 'latin1').toString();
  const { response, problems } = check({ method, path, status, headers: own, bodyText });
  expect(problems).toEqual([]);
  return response;
};

/** Opens a connection to a server on this machine. Texts are Latin-1, one character per byte. */
export const openConnection = async (port: number): Promise<RawConnection> => {
  const connection = await connect(`http://127.0.0.1:${port}`);
  onTestFinished(connection.destroy);
  const readResponse = async (method = 'GET'): Promise<TextResponse> =>
    toTextResponse(await connection.readResponse({ method }));
  return {
    ...connection,
    readResponse,
    readResponses: async (count) => {
      const responses: TextResponse[] = [];
      while (responses.length < count) responses.push(await readResponse());
      return responses;
    },
    request: async (bytes) => {
      await connection.send(bytes);
      const response = await readResponse(bytes.split(' ', 1)[0]);
      expectDescribed(bytes, response);
      return response;
    },
    rest: connection.closed,
  };
};
