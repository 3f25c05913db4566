import { listAll, post } from '@animal-store/testkit/animals';
import { type ContractApi, expectError } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

// Each body, and exactly the fields that its error must name. The full tables are in the tests of the codecs.
const broken: readonly (readonly [body: string, fields: readonly string[]])[] = [
  ['{}', ['name', 'categoryId']],
  ['{"name":null,"categoryId":1}', ['name']],
  ['{"Name":"Rex","CategoryId":1}', ['name', 'categoryId']],
  ['{"name":"Rex","categoryId":1,"status":null}', ['status']],
  ['{"name":"Rex","categoryId":1,"status":"__proto__"}', ['status']],
  ['{"name":5,"categoryId":"1","status":""}', ['name', 'categoryId', 'status']],
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

const echoed = [
  '{"name":{"zq7marker":"zq7marker"},"categoryId":"zq7marker","status":"zq7marker"}',
  '{"name":"zq7marker\\ud800","categoryId":1}',
  '"zq7marker"',
  '{"name":"zq7marker"',
  'zq7marker',
];

/** The response to an invalid animal. It names every invalid field, and does not repeat the input. */
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
