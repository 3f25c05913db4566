import { listAll, post } from '@animal-store/testkit/animals';
import { type ContractApi, expectError } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

// Each body, with the fields that its response must name. It must name no other field.
const broken: readonly (readonly [body: string, fields: readonly string[]])[] = [
  ['{}', ['name', 'categoryId']],
  ['{"status":"sold"}', ['name', 'categoryId']],
  ['{"categoryId":1}', ['name']],
  ['{"name":"Rex"}', ['categoryId']],
  ['{"name":null,"categoryId":1}', ['name']],
  ['{"name":1,"categoryId":1}', ['name']],
  ['{"name":true,"categoryId":1}', ['name']],
  ['{"name":["Rex"],"categoryId":1}', ['name']],
  ['{"name":{"first":"Rex"},"categoryId":1}', ['name']],
  ['{"Name":"Rex","CategoryId":1}', ['name', 'categoryId']],
  ['{"name":"Rex","categoryId":1,"status":null}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":""}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":"Available"}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":"sold "}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":"lost"}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":0}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":false}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":["sold"]}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":{"sold":true}}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":"__proto__"}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":"toString"}', ['status']],
  ['{"name":"Rex","categoryId":1.5,"status":"lost"}', ['categoryId', 'status']],
  ['{"name":5,"categoryId":1,"status":"lost"}', ['name', 'status']],
  ['{"name":5,"categoryId":"1"}', ['name', 'categoryId']],
  ['{"name":5,"categoryId":"1","status":null}', ['name', 'categoryId', 'status']],
  ['{"categoryId":1e400,"status":1e400}', ['name', 'categoryId', 'status']],
  ['{"__proto__":{"name":"Rex","categoryId":1}}', ['name', 'categoryId']],
  ['{"name":"Rex","__proto__":{"categoryId":1}}', ['categoryId']],
];

const nonObjects = [
  '[]',
  '[{"name":"Rex","categoryId":1}]',
  '"text"',
  '""',
  '0',
  '1.5',
  '1e400',
  '9007199254740993',
  'true',
  'false',
  'null',
];

const echoed: readonly string[] = [
  '{"name":5,"categoryId":"zq7marker"}',
  '{"name":{"zq7marker":"zq7marker"},"categoryId":"zq7marker"}',
  '{"name":"zq7marker","categoryId":1,"status":"zq7marker"}',
  '{"name":"zq7marker\\ud800","categoryId":1}',
  '{"name":5,"zq7marker":1}',
  '["zq7marker"]',
  '"zq7marker"',
  '{"name":"zq7marker"',
  'zq7marker',
  '{"name":zq7marker}',
];

/** The response to an invalid animal: it names every invalid field, and repeats nothing of the input. */
export const describeAddPetErrors = (api: ContractApi): void => {
  describe('errors of POST /v1/pets', () => {
    it.each(broken)('names the invalid fields of %s', async (body, fields) => {
      const message = expectError(await post(api, body), 400, 'invalid_request');
      const named = ['name', 'categoryId', 'status'].filter((field) => new RegExp(`\\b${field}\\b`).test(message));
      expect(named, message).toEqual(fields);
    });

    it('names the rule that is broken', async () => {
      const message = expectError(await post(api, '{"name":5,"categoryId":"5","status":5}'), 400, 'invalid_request');
      expect(message).toContain('name must be a string');
      expect(message).toContain('categoryId must be an integer between -9223372036854775808 and 9223372036854775807');
      expect(message).toMatch(/status must be one of available, pending,? (or )?sold/);
    });

    it.each(nonObjects)('refuses %s, which is not an object', async (body) => {
      expectError(await post(api, body), 400, 'invalid_request');
    });

    it.each(echoed)('does not echo the input: %s', async (body) => {
      expect(expectError(await post(api, body), 400, 'invalid_request')).not.toContain('zq7marker');
    });

    it('adds nothing if it refuses', async () => {
      const before = await post(api, '{"name":"before","categoryId":1}');
      await post(api, '{"name":"refused 8f2c","categoryId":1.5}');
      await post(api, '{"name":"refused 8f2c","categoryId":1,"status":null}');
      const after = await post(api, '{"name":"after","categoryId":1}');
      expect([before.status, after.status]).toEqual([201, 201]);
      const texts = (await listAll(api, '/v1/pets?limit=100')).map((page) => page.text);
      expect(texts.join()).not.toContain('refused 8f2c');
    });
  });
};
