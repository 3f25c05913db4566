import { describe, expect, it } from 'vitest';
import type { ContractApi } from '../contract-api.ts';
import { type Answer, header } from '../wire/answer.ts';
import { rawRequest } from '../wire/raw-request.ts';

const own = [
  'a',
  '0',
  '-',
  '.',
  '_',
  'A.b_c-9',
  '00000000-0000-4000-8000-000000000000',
  'x'.repeat(64),
  '..',
  '__proto__',
];

const foreign = [
  '',
  'x'.repeat(65),
  'x'.repeat(5_000),
  'a b',
  'a\tb',
  'a/b',
  'a,b',
  'a:b',
  'a"b',
  '"a"',
  'a=b',
  '{}',
  '%41',
  'caf\u00e9',
  '\u00e7\u008c\u00ab',
  '$a',
  'a~',
];

/** The request id: the client's own if it is a plain word, else a new one; on every answer. */
export const describeRequestId = (api: ContractApi): void => {
  const idOf = (answer: Answer): string | undefined => header(answer, 'x-request-id');
  const asking = (
    id: string | readonly string[],
  ): { readonly headers: Record<string, string | readonly string[]> } => ({
    headers: { 'X-Request-Id': id },
  });

  describe('X-Request-Id', () => {
    it.each(own)('keeps %s on every kind of answer', async (id) => {
      const answers = [
        await api.send('GET', '/v1/pets?limit=1', asking(id)),
        await api.send('HEAD', '/v1/pets?limit=1', asking(id)),
        await api.send('OPTIONS', '/v1/pets', asking(id)),
        await api.send('GET', '/v1/pets?limit=0', asking(id)),
        await api.send('GET', '/v1/pets/0', asking(id)),
        await api.send('GET', '/v1/nothing', asking(id)),
        await api.send('GET', '/nothing', asking(id)),
        await api.send('DELETE', '/v1/pets', asking(id)),
        await api.send('POST', '/v1/pets', { ...asking(id), body: '{}' }),
        await api.send('GET', '/v1/pets', { ...asking(id), authorized: false }),
        await api.send('GET', '/livez', asking(id)),
      ];
      expect(answers.map(idOf)).toEqual(answers.map(() => id));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 204, 400, 404, 404, 404, 405, 415, 401, 200]);
    });

    it.each(foreign)('makes a new one instead of %j', async (id) => {
      const made = idOf(await api.send('GET', '/v1/pets?limit=1', asking(id)));
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
        expect(['a', 'b', '']).not.toContain(idOf(await api.send('GET', '/v1/pets?limit=1', asking(ids))));
      }
    });

    it('makes another one for each answer', async () => {
      const ids = new Set<string | undefined>();
      for (let time = 0; time < 20; time += 1) ids.add(idOf(await api.send('GET', '/v1/nothing')));
      expect(ids.size).toBe(20);
    });

    it('belongs to its own request when several are on the way on one connection', async () => {
      const connection = await api.connect();
      const ids = Array.from({ length: 30 }, (_, index) => `request-${index}`);
      for (const id of ids) {
        const headers = ['Host: localhost', `Authorization: ${api.credentials()}`, `X-Request-Id: ${id}`];
        connection.send(rawRequest('GET /v1/pets?limit=1 HTTP/1.1', headers));
      }
      for (const id of ids) expect(idOf(await connection.answer())).toBe(id);
    });
  });
};
