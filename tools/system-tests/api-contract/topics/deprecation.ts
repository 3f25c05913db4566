import { add } from '@animal-store/testkit/animals';
import { type ContractApi, type HttpResponse, header } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const announced = {
  deprecation: '@1764892800',
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '</v1/pets>; rel="successor-version"',
};

const announcement = (response: HttpResponse): object => ({
  deprecation: header(response, 'deprecation'),
  sunset: header(response, 'sunset'),
  link: header(response, 'link'),
});

/**
 * The announced removal of `GET /v1/pets/{petId}` (RFC 9745, RFC 8594), on every response of that operation. The check against
 * the OpenAPI document refuses it on any other.
 */
export const describeDeprecation = (api: ContractApi): void => {
  describe('deprecation of GET /v1/pets/{petId}', () => {
    it.each(['GET', 'HEAD'])('is announced on every response to %s', async (method) => {
      const { id } = await add(api, { name: 'deprecated', categoryId: 1 });
      const wrong = { headers: { Authorization: 'Bearer nonsense' } };
      const responses = [
        await api.send(method, `/v1/pets/${id}`),
        await api.send(method, '/v1/pets/0'),
        await api.send(method, '/v1/pets/abc'),
        await api.send(method, `/v1/pets/${id}`, { authorized: false }),
        await api.send(method, '/v1/pets/abc', wrong),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 404, 404, 401, 401]);
      for (const response of responses) expect(announcement(response)).toEqual(announced);
    });
  });
};
