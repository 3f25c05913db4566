import { expectAdded, expectPage, list } from '@animal-store/testkit/animals';
import {
  type ContractApi,
  contentLength,
  expectError,
  type HttpResponse,
  header,
  rawRequest,
  unknownMethod,
} from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const unknown = [
  ...'/v1 /v1/ /v1/nothing /v1/pets/ /v1//pets /v1/PETS /v1/Pets /v1/pet /v1/petsx /v1/pets%2F /v1/./pets'.split(' '),
  ...'/v1/../v1/pets /v1/pets;x /v1/v1/pets /v1/livez /v1/__proto__'.split(' '),
  `/v1/${'x'.repeat(8_000)}`,
];

/** Paths have exactly one spelling. Targets that name another host do not affect links. */
export const describePaths = (api: ContractApi): void => {
  const raw = async (requestLine: string, headers: readonly string[] = [], body = ''): Promise<HttpResponse> => {
    const connection = await api.connect();
    const [method = '', target = ''] = requestLine.split(' ');
    const access = `Authorization: ${api.credentials()}`;
    connection.send(rawRequest(`${requestLine} HTTP/1.1`, ['Host: evil.example', access, ...headers], body));
    return connection.readResponse({ method, target });
  };

  describe('paths', () => {
    it.each(unknown)('returns 404 for %s', async (target) => {
      expectError(await api.send('GET', target), 404, 'not_found');
      expect((await api.send('HEAD', target)).status).toBe(404);
      expectError(await api.send('OPTIONS', target), 404, 'not_found');
    });

    it.each([
      ...'X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Prefix Forwarded X-Original-URL X-Rewrite-URL'.split(' '),
      'X-HTTP-Method-Override',
    ])('ignores %s', async (name) => {
      const headers = { [name]: name === 'Forwarded' ? 'host=evil.example;proto=https' : 'evil.example' };
      const response = await api.send('GET', '/v1/pets?limit=1', { headers });
      expect(expectPage(response)).toEqual(await list(api, '/v1/pets?limit=1'));
      const body = '{"name":"Rex","categoryId":1}';
      expectAdded(
        await api.send('POST', '/v1/pets', { body, headers: { ...headers, 'Content-Type': 'application/json' } }),
      );
    });

    it('never builds a link from Host', async () => {
      expect(expectPage(await raw('GET /v1/pets?limit=1')).next).toBe((await list(api, '/v1/pets?limit=1')).next);
      const body = '{"name":"Rex","categoryId":1}';
      expectAdded(await raw('POST /v1/pets', ['Content-Type: application/json', contentLength(body)], body));
      expect(header(await raw('GET /v1/pets/0'), 'link')).toBe('</v1/pets>; rel="successor-version"');
    });

    it.each(['http://evil.example', 'https://evil.example:444', 'http://127.0.0.1:1'])(
      'routes an absolute target at %s, and never builds a link from it',
      async (origin) => {
        expect(expectPage(await raw(`GET ${origin}/v1/pets?limit=1`))).toEqual(await list(api, '/v1/pets?limit=1'));
        const body = '{"name":"Rex","categoryId":1}';
        const headers = ['Content-Type: application/json', contentLength(body)];
        const added = expectAdded(await raw(`POST ${origin}/v1/pets`, headers, body));
        expect((await raw(`GET ${origin}/v1/pets/${added.id}`)).body.toString()).toBe(added.text);
        expectError(await raw(`GET ${origin}/v1/nothing`), 404, 'not_found');
        expectError(await raw(`${unknownMethod} ${origin}/v1/pets`), 405, 'method_not_allowed');
        expectError(await raw(`GET ${origin}/`), 404, 'not_found');
      },
    );

    it.each(['http://evil.example/v1/pets', 'http://evil.example/v1/pets/1', 'http://evil.example/v1/nothing'])(
      'requires a key at the absolute target %s',
      async (target) => {
        const connection = await api.connect();
        connection.send(rawRequest(`GET ${target} HTTP/1.1`, ['Host: localhost']));
        expectError(await connection.readResponse({ target }), 401, 'unauthorized');
      },
    );
  });
};
