import { expectAdded, parseExact } from '@animal-store/testkit/animals';
import {
  type ContractApi,
  contentLength,
  expectError,
  type RawConnection,
  rawRequest,
} from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { operations } from '../operations.ts';

const animal = '{"name":"Rex","categoryId":1}';
const addPet = { method: 'POST', target: '/v1/pets' };

/** The Expect header: 100-continue is supported, anything else is refused. */
export const describeExpect = (api: ContractApi): void => {
  const opened = async (requestLine: string, headers: readonly string[], body = ''): Promise<RawConnection> => {
    const connection = await api.connect();
    connection.send(rawRequest(requestLine, ['Host: localhost', ...headers], body));
    return connection;
  };
  const post = (headers: readonly string[], body = ''): Promise<RawConnection> =>
    opened(
      'POST /v1/pets HTTP/1.1',
      [`Authorization: ${api.credentials()}`, 'Content-Type: application/json', ...headers],
      body,
    );

  describe('Expect', () => {
    it.each(['100-continue', '100-Continue', '100-CONTINUE'])(
      'sends 100 before it reads the body: %s',
      async (value) => {
        const connection = await post([contentLength(animal), `Expect: ${value}`]);
        expect((await connection.readResponse(addPet)).status).toBe(100);
        connection.send(animal);
        expectAdded(await connection.readResponse(addPet));
      },
    );

    it('serves the next request on the connection', async () => {
      const connection = await post([contentLength(animal), 'Expect: 100-continue']);
      expect((await connection.readResponse(addPet)).status).toBe(100);
      connection.send(animal);
      const { id } = expectAdded(await connection.readResponse(addPet));
      connection.send(
        rawRequest(`GET /v1/pets/${id} HTTP/1.1`, ['Host: localhost', `Authorization: ${api.credentials()}`]),
      );
      expect(parseExact((await connection.readResponse()).body.toString())).toMatchObject({ id });
    });

    it('adds the animal of a client that does not wait for 100', async () => {
      const connection = await post([contentLength(animal), 'Expect: 100-continue'], animal);
      const first = await connection.readResponse(addPet);
      expectAdded(first.status === 100 ? await connection.readResponse(addPet) : first);
    });

    it.each(['foo', '200-ok', 'continue', 'x100-continuex', '100', 'foo=bar;baz'])(
      'refuses the expectation %s',
      async (value) => {
        const connection = await post([contentLength(animal), `Expect: ${value}`]);
        expectError(await connection.readResponse(addPet), 417, 'expectation_failed');
      },
    );

    it('refuses other expectations on every path', async () => {
      const access = `Authorization: ${api.credentials()}`;
      const everyOperation = [...operations.map(({ method, target }) => [method, target(0n)]), ['GET', '/livez']];
      for (const [method = '', target = ''] of everyOperation) {
        const connection = await opened(`${method} ${target} HTTP/1.1`, [access, 'Expect: foo']);
        expectError(await connection.readResponse({ method, target }), 417, 'expectation_failed');
      }
    });
  });
};
