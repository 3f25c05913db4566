import { add } from '@animal-store/testkit/animals';
import { type ContractApi, type HttpResponse, header, rawRequest, unknownMethod } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { operations, perform } from '../operations.ts';

/** The request id of every response: the client's own if it is a plain word, else a new one. */
export const describeRequestId = (api: ContractApi): void => {
  const idOf = (response: HttpResponse): string | undefined => header(response, 'x-request-id');
  const withRequestId = (
    id: string | readonly string[],
  ): { readonly headers: Record<string, string | readonly string[]> } => ({
    headers: { 'X-Request-Id': id },
  });

  describe('X-Request-Id', () => {
    it.each(['a', 'A.b_c-9', 'x'.repeat(64)])('keeps %s', async (id) => {
      expect(idOf(await api.send('GET', '/v1/pets?limit=1', withRequestId(id)))).toBe(id);
    });

    it.each(operations)('is on every response of $name', async (operation) => {
      const { id } = await add(api, { name: 'named', categoryId: 1 });
      const responses = [
        await perform(api, operation, id, withRequestId('own')),
        await perform(api, operation, id, { ...withRequestId('own'), authorized: false }),
      ];
      expect(responses.map((response) => [response.status, idOf(response)])).toEqual([
        [operation.success, 'own'],
        [401, 'own'],
      ]);
    });

    it.each([
      ['HEAD', '/v1/pets', 200],
      ['OPTIONS', '/v1/pets', 204],
      ['GET', '/v1/pets?limit=0', 400],
      ['GET', '/v1/pets/0', 404],
      ['GET', '/v1/nothing', 404],
      ['GET', '/nothing', 404],
      [unknownMethod, '/v1/pets', 405],
      ['POST', '/v1/pets', 415],
      ['GET', '/livez', 200],
    ])('is on the response to %s %s', async (method, target, status) => {
      const response = await api.send(method, target, withRequestId('own'));
      expect([response.status, idOf(response)]).toEqual([status, 'own']);
    });

    it.each(['', 'a b', 'x'.repeat(65), 'caf\u00e9'])('makes a new one instead of %j', async (id) => {
      const made = idOf(await api.send('GET', '/v1/pets?limit=1', withRequestId(id)));
      expect(made).not.toBe(id);
      expect(made).toMatch(/^[A-Za-z0-9._-]{8,64}$/);
    });

    it('makes a new one instead of two', async () => {
      for (const ids of [
        ['a', 'b'],
        ['a', 'a'],
        ['', 'a'],
        ['a', ''],
      ]) {
        expect(['a', 'b', '']).not.toContain(idOf(await api.send('GET', '/v1/pets?limit=1', withRequestId(ids))));
      }
    });

    it('makes a new one for each response', async () => {
      const ids = new Set<string | undefined>();
      for (let time = 0; time < 20; time += 1) ids.add(idOf(await api.send('GET', '/v1/nothing')));
      expect(ids.size).toBe(20);
    });

    it('belongs to its own request if several are in flight on one connection', async () => {
      const connection = await api.connect();
      const ids = Array.from({ length: 30 }, (_, index) => `request-${index}`);
      for (const id of ids) {
        const headers = ['Host: localhost', `Authorization: ${api.credentials()}`, `X-Request-Id: ${id}`];
        connection.send(rawRequest('GET /v1/pets?limit=1 HTTP/1.1', headers));
      }
      for (const id of ids) expect(idOf(await connection.readResponse())).toBe(id);
    });
  });
};
