import { add } from '@animal-store/testkit/animals';
import { type ContractApi, header, type SendOptions, unknownMethod } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { operations, perform } from '../operations.ts';

const own = (...ids: readonly string[]): SendOptions => ({ headers: { 'X-Request-Id': ids } });

/** The request id of every response: the client's own if it is a plain word, else a new one. */
export const describeRequestId = (api: ContractApi): void => {
  const idOf = async (method: string, target: string, options: SendOptions): Promise<string | undefined> =>
    header(await api.send(method, target, options), 'x-request-id');

  describe('X-Request-Id', () => {
    it.each(operations)('is on every response of $name', async (operation) => {
      const { id } = await add(api, { name: 'named', categoryId: 1 });
      const responses = [
        await perform(api, operation, id, own('A.b_c-9')),
        await perform(api, operation, id, { ...own('A.b_c-9'), authorized: false }),
      ];
      expect(responses.map((response) => [response.status, header(response, 'x-request-id')])).toEqual([
        [operation.success, 'A.b_c-9'],
        [401, 'A.b_c-9'],
      ]);
    });

    it.each([
      ['OPTIONS', '/v1/pets'],
      ['GET', '/v1/pets?limit=0'],
      ['GET', '/v1/nothing'],
      ['GET', '/nothing'],
      [unknownMethod, '/v1/pets'],
      ['GET', '/livez'],
    ])('is on the response to %s %s', async (method, target) => {
      expect(await idOf(method, target, own('own'))).toBe('own');
    });

    it.each([[[]], [['']], [['a b']], [['x'.repeat(65)]], [['a', 'a']], [['a', '']]])(
      'is a new one for each response instead of %j',
      async (ids) => {
        const made = [await idOf('GET', '/v1/nothing', own(...ids)), await idOf('GET', '/v1/nothing', own(...ids))];
        expect(made).toEqual(Array(2).fill(expect.stringMatching(/^[A-Za-z0-9._-]{8,64}$/)));
        expect(made[0]).not.toBe(made[1]);
      },
    );
  });
};
