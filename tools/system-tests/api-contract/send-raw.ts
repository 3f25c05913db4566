import { type ContractApi, type HttpResponse, type RawConnection, rawRequest } from '@animal-store/testkit/http';

/** The headers of a request with the key, and more. */
export const withKey = (api: ContractApi, ...headers: readonly string[]): readonly string[] => [
  'Host: localhost',
  `Authorization: ${api.credentials()}`,
  ...headers,
];

/** Sends a request with exactly these headers on a connection of its own, and reads the response. */
export const sendRaw = async (
  api: ContractApi,
  line: string,
  headers: readonly string[],
  body = '',
): Promise<{ readonly response: HttpResponse; readonly connection: RawConnection }> => {
  const connection = await api.connect();
  const [method = '', target = ''] = line.trim().split(' ');
  connection.send(rawRequest(line, headers, body));
  return { connection, response: await connection.readResponse({ method, target }) };
};
