import { expectAdded, listAll, post } from '@animal-store/testkit/animals';
import { type ContractApi, expectError, text } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

/**
 * Integers of 64 bits: exact both ways over the whole range. Other numbers are refused, never rounded. The unit test of
 * the parser has the table of spellings.
 */
export const describeAddPetInt64 = (api: ContractApi): void => {
  const animal = (categoryId: string): string => `{"name":"Rex","categoryId":${categoryId},"status":"sold"}`;
  const rule = 'categoryId must be an integer between -9223372036854775808 and 9223372036854775807';

  describe('categoryId of POST /v1/pets', () => {
    it.each([
      ['9007199254740993', '9007199254740993'],
      ['-9223372036854775808', '-9223372036854775808'],
      ['1e2', '100'],
    ])('reads %s as %s', async (written, digits) => {
      const added = expectAdded(await post(api, animal(written)));
      expect(added.text).toBe(`{"id":${added.id},"name":"Rex","categoryId":${digits},"status":"sold"}`);
      expect(text(await api.send('GET', `/v1/pets/${added.id}`))).toBe(added.text);
    });

    it.each(['9223372036854775808', '0.5', '1e400', '"5"', 'null'])('refuses %s', async (written) => {
      const message = expectError(await post(api, animal(written)), 400, 'invalid_request');
      expect(message).toContain(rule);
    });

    it('refuses 60,000 digits at once', async () => {
      const started = performance.now();
      const message = expectError(await post(api, animal('9'.repeat(60_000))), 400, 'invalid_request');
      expect(message).toContain(rule);
      expect(performance.now() - started).toBeLessThan(2_000);
    });

    it('lists the exact digits', async () => {
      const added = expectAdded(await post(api, animal('9223372036854775807')));
      expect((await listAll(api, '/v1/pets?limit=100')).at(-1)?.text).toContain(added.text);
    });
  });
};
