import { METHODS } from 'node:http';
import { type ContractApi, expectError, header, unknownMethod } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { paths } from '../operations.ts';
import { sendRaw, withKey } from '../send-raw.ts';

const unknown = [
  ...'/v1 /v1/ /v1/nothing /v1/pets/ /v1//pets /v1/PETS /v1/petsx /v1/pets%2F /v1/../v1/pets /v1/__proto__'.split(' '),
  ...'/v1/pets/1/owners /v1/pets;x http://localhost http://localhost/v1/nothing file:///v1/pets *'.split(' '),
];

const tooLong = 'x'.repeat(65_537);

/** The paths, each of which has exactly one spelling, and their methods. */
export const describePathsAndMethods = (api: ContractApi): void => {
  describe('paths and methods', () => {
    it.each(unknown)('returns 404 for %s, with any method', async (target) => {
      for (const method of ['GET', 'OPTIONS', unknownMethod]) {
        expectError(await api.send(method, target), 404, 'not_found');
      }
      expectError(await api.send('POST', target, { body: tooLong }), 404, 'not_found');
    });

    it.each(METHODS.filter((method) => !['CONNECT', 'HEAD'].includes(method)))(
      'accepts %s only with a key, and only on its own paths',
      async (method) => {
        for (const { target, allow, others } of paths) {
          expectError(await api.send(method, target(0n), { authorized: false }), 401, 'unauthorized');
          if (!others.includes(method)) continue;
          const response = await api.send(method, `${target(0n)}?limit=0`);
          expectError(response, 405, 'method_not_allowed');
          expect(header(response, 'allow')).toBe(allow);
        }
      },
    );

    it('responds to OPTIONS with Allow', async () => {
      for (const { target, allow } of paths) {
        const response = await api.send('OPTIONS', `${target(0n)}?limit=0`);
        expect({ status: response.status, allow: header(response, 'allow') }).toEqual({ status: 204, allow });
      }
    });

    it('opens no tunnel by CONNECT', async () => {
      for (const [target, headers, status] of [
        ['/v1/pets', withKey(api), 405],
        ['/v1/pets', ['Host: localhost'], 401],
        ['localhost:1', ['Host: localhost:1'], 404],
      ] as const) {
        const { connection, response } = await sendRaw(api, `CONNECT ${target} HTTP/1.1`, headers);
        connection.send('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
        expect([response.status, await connection.closed()]).toEqual([status, '']);
      }
    });
  });
};
