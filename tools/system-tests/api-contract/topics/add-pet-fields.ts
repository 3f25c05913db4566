import { expectAdded, post } from '@animal-store/testkit/animals';
import { type ContractApi, text } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

// Each body, with the fields of the response after its id. The tests of the codecs have the tables.
const bodies: readonly (readonly [body: string, fields: string])[] = [
  ...['available', 'pending', 'sold'].map((status) => {
    const fields = `"name":"Rex","categoryId":1,"status":"${status}"`;
    return [`{${fields}}`, fields] as const;
  }),
  ['{"name":"","categoryId":0}', '"name":"","categoryId":0'],
  [
    '{"name":"Zoe\u0308 猫 👩‍👩‍👧\\u0000\u2028","categoryId":1}',
    '"name":"Zoe\u0308 猫 👩‍👩‍👧\\u0000\u2028","categoryId":1',
  ],
  ...['9007199254740993', '-9223372036854775808', '9223372036854775807'].map(
    (digits) => [`{"name":"Rex","categoryId":${digits}}`, `"name":"Rex","categoryId":${digits}`] as const,
  ),
];

/** The response to an added animal: its fields in their order, exactly, and no others. */
export const describeAddPetFields = (api: ContractApi): void => {
  describe('fields of POST /v1/pets', () => {
    it.each(bodies)('adds and keeps %s', async (body, fields) => {
      const added = expectAdded(await post(api, body));
      expect(added.text).toBe(`{"id":${added.id},${fields}}`);
      expect(text(await api.send('GET', `/v1/pets/${added.id}`))).toBe(added.text);
    });
  });
};
