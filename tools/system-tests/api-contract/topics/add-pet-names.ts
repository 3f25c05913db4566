import { type Animal, expectAdded, parseExact, post } from '@animal-store/testkit/animals';
import { type ContractApi, expectError, text } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

/**
 * Names: any well-formed text is returned unchanged, and text with half a surrogate pair is refused. The unit test of
 * PetName has the table.
 */
export const describeAddPetNames = (api: ContractApi): void => {
  const keeps = async (literal: string, name: string): Promise<void> => {
    const added = expectAdded(await post(api, `{"name":${literal},"categoryId":1,"status":"sold"}`));
    expect(parseExact(added.text)).toEqual({ id: added.id, name, categoryId: 1n, status: 'sold' } satisfies Animal);
    expect(Object.keys(parseExact(added.text) as Animal)).toEqual(['id', 'name', 'categoryId', 'status']);
    expect(text(await api.send('GET', `/v1/pets/${added.id}`))).toBe(added.text);
  };

  describe('names of POST /v1/pets', () => {
    it.each([
      '',
      'a\u0000b\n"\\/\u2028\ufeff',
      'Zoe\u0308 猫 😀👩‍👩‍👧',
      '__proto__',
      '[{"categoryId":1.5',
      '[{'.repeat(40),
      'x'.repeat(60_000),
    ])('keeps %.60j', (name) => keeps(JSON.stringify(name), name));

    it('reads escapes', () => keeps('"\\u0041\\/\\uD83D\\ude00"', 'A/😀'));

    it.each(['"\\ud800"', '"\\ude00\\ud83d"'])('refuses %s', async (literal) => {
      const response = await post(api, `{"name":${literal},"categoryId":1}`);
      expect(expectError(response, 400, 'invalid_request')).toContain('name');
    });

    it.each([
      ['one animal', '?limit=1'],
      ['many animals', '?limit=100'],
    ])('counts bytes, not characters, in the Content-Length of a list of %s', async (_, query) => {
      await keeps('"Zoë 猫 😀"', 'Zoë 猫 😀');
      await api.send('GET', `/v1/pets${query}`);
    });
  });
};
