import { connect, type HttpResponse } from '@animal-store/testkit/http';
import { checkAgainstDocument } from '@animal-store/testkit/openapi/check-against-document';
import { expect, onTestFinished } from 'vitest';
import { createOpenApiDocument, type OpenApiDocument } from '../src/index.ts';

/** One received response. Header names are in lower case, and a repeated header is joined by line ends. */
export interface TextResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, one character per byte. */
  readonly body: string;
}

const toTextResponse = ({ status, headers, body }: HttpResponse): TextResponse => {
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

/**
 * Opens a TCP connection to a server on this machine, on which a test decides every byte. It is closed after the test.
 * Texts are Latin-1, one character per byte.
 */
export const openConnection = async (port: number) => {
  const connection = await connect(`http://127.0.0.1:${port}`);
  onTestFinished(connection.destroy);
  const readResponse = async (method = 'GET'): Promise<TextResponse> =>
    toTextResponse(await connection.readResponse({ method }));
  return {
    ...connection,
    /** Reads the next response. Rejects if the connection ends before it. */
    readResponse,
    /** Reads that many responses, none of them to HEAD. */
    readResponses: async (count: number): Promise<readonly TextResponse[]> => {
      const responses: TextResponse[] = [];
      while (responses.length < count) responses.push(await readResponse());
      return responses;
    },
    request: async (bytes: string): Promise<TextResponse> => {
      await connection.send(bytes);
      const response = await readResponse(bytes.split(' ', 1)[0]);
      expectDescribed(bytes, response);
      return response;
    },
    /** Waits for the end of the connection. Returns the bytes after the last response. */
    rest: connection.closed,
  };
};
