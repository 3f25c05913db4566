import { add, expectAdded, post } from '@animal-store/testkit/animals';
import { type ContractApi, text } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

// Each body, with the fields of the response after its id.
const bodies: readonly (readonly [body: string, fields: string])[] = [
  ['{"name":"Rex","categoryId":1,"status":"available"}', '"name":"Rex","categoryId":1,"status":"available"'],
  ['{"name":"Rex","categoryId":1,"status":"pending"}', '"name":"Rex","categoryId":1,"status":"pending"'],
  ['{"name":"Rex","categoryId":1,"status":"sold"}', '"name":"Rex","categoryId":1,"status":"sold"'],
  ['{"name":"Rex","categoryId":1}', '"name":"Rex","categoryId":1'],
  ['{"name":"","categoryId":0}', '"name":"","categoryId":0'],
  ['{"status":"sold","categoryId":2,"name":"Ada"}', '"name":"Ada","categoryId":2,"status":"sold"'],
  [' \t\r\n{ "name" : "Ada" ,\n"categoryId"\t:\r\n2 } \n', '"name":"Ada","categoryId":2'],
  [
    '{"n\\u0061me":"Ada","category\\u0049d":2,"st\\u0061tus":"s\\u006fld"}',
    '"name":"Ada","categoryId":2,"status":"sold"',
  ],
];

const unknownFields = [
  ...'"id":9007199254740993 "weight":1e-400 "Name":1'.split(' '),
  ...['"tags":["a",{"status":"lost"},[1.5,9007199254740993]]', '"__proto__":{"status":"sold"}'],
  '"\\u005f_proto__":{"status":"sold"}',
];

/** The response to an added animal, and the fields of the body that are ignored. */
export const describeAddPetFields = (api: ContractApi): void => {
  describe('fields of POST /v1/pets', () => {
    it.each(bodies)('adds %s', async (body, fields) => {
      const added = expectAdded(await post(api, body));
      expect(added.text).toBe(`{"id":${added.id},${fields}}`);
      expect(text(await api.send('GET', `/v1/pets/${added.id}`))).toBe(added.text);
    });

    it.each(unknownFields)('ignores the unknown field %s at any position', async (field) => {
      for (const body of [`{"name":"Rex","categoryId":3,${field}}`, `{${field},"name":"Rex","categoryId":3}`]) {
        const added = expectAdded(await post(api, body));
        expect(added.text).toBe(`{"id":${added.id},"name":"Rex","categoryId":3}`);
      }
    });

    it('does not mix up consecutive bodies', async () => {
      await post(api, '{"__proto__":{"status":"sold","polluted":1},"name":"Rex","categoryId":3}');
      await post(api, '{"constructor":{"prototype":{"status":"sold"}},"name":"Rex","categoryId":3}');
      const added = await add(api, { name: 'Rex', categoryId: 3 });
      expect(added.text).toBe(`{"id":${added.id},"name":"Rex","categoryId":3}`);
    });

    it('ignores the query', async () => {
      const body = '{"name":"Rex","categoryId":1}';
      const headers = { 'Content-Type': 'application/json' };
      expectAdded(await api.send('POST', '/v1/pets?limit=0&status=lost&cursor=!&name=other', { body, headers }));
    });
  });
};
