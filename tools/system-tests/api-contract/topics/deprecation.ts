import { type Added, add, post } from '@animal-store/testkit/animals';
import { type ContractApi, type HttpResponse, header, unknownMethod } from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';

const announced = {
  deprecation: '@1764892800',
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '</v1/pets>; rel="successor-version"',
};
const silent = { deprecation: undefined, sunset: undefined };

const announcement = (response: HttpResponse): object => ({
  deprecation: header(response, 'deprecation'),
  sunset: header(response, 'sunset'),
  link: header(response, 'link'),
});

/** The announced removal of `GET /v1/pets/{petId}` (RFC 9745, RFC 8594), on every response of that operation only. */
export const describeDeprecation = (api: ContractApi): void => {
  describe('deprecation of GET /v1/pets/{petId}', () => {
    let added: Added = { id: 0n, text: '' };

    beforeAll(async () => {
      added = await add(api, { name: 'deprecated', categoryId: 1 });
    });

    describe.each(['GET', 'HEAD'])('%s', (method) => {
      it('is announced on 200', async () => {
        const response = await api.send(method, `/v1/pets/${added.id}`);
        expect({ status: response.status, ...announcement(response) }).toEqual({ status: 200, ...announced });
      });

      it.each(['0', '-1', '9223372036854775807', 'abc', '007', '9223372036854775808', '%31'])(
        'is announced on 404 of %s',
        async (id) => {
          const response = await api.send(method, `/v1/pets/${id}`);
          expect({ status: response.status, ...announcement(response) }).toEqual({ status: 404, ...announced });
        },
      );

      it('is announced on 401, whether the animal exists or not', async () => {
        for (const id of [String(added.id), '0', 'abc']) {
          const without = await api.send(method, `/v1/pets/${id}`, { authorized: false });
          expect({ status: without.status, ...announcement(without) }).toEqual({ status: 401, ...announced });
          const headers = { Authorization: 'Bearer nonsense' };
          const refused = await api.send(method, `/v1/pets/${id}`, { headers });
          expect({ status: refused.status, ...announcement(refused) }).toEqual({ status: 401, ...announced });
        }
      });

      it('is not announced on the list', async () => {
        for (const authorized of [true, false]) {
          expect(announcement(await api.send(method, '/v1/pets', { authorized }))).toMatchObject(silent);
          expect(announcement(await api.send(method, '/v1/pets?limit=0', { authorized }))).toMatchObject(silent);
        }
      });
    });

    it('is not announced on any other operation, method or path', async () => {
      const responses = [
        await post(api, '{"name":"Rex","categoryId":1}'),
        await post(api, '{}'),
        await api.send('OPTIONS', '/v1/pets'),
        await api.send('OPTIONS', `/v1/pets/${added.id}`),
        await api.send(unknownMethod, `/v1/pets/${added.id}`),
        await api.send(unknownMethod, '/v1/pets'),
        await api.send('GET', '/v1/nothing'),
        await api.send('GET', '/v1/pets/1/owners'),
        await api.send('GET', '/pets/1'),
        await api.send('GET', '/livez'),
      ];
      expect(responses.map(({ status }) => status)).toEqual([201, 400, 204, 204, 405, 405, 404, 404, 404, 200]);
      for (const response of responses) expect(announcement(response)).toEqual({ ...silent, link: undefined });
    });
  });
};
