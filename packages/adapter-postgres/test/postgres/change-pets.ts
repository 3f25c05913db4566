import type { PetRepositoryFixture } from '@animal-store/domain-testkit';
import type { Sql } from '@animal-store/testkit/postgres';
import { toStoredName } from '../../src/decode-row.ts';

export const changePets = (sql: Sql): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async ({ id, name, categoryId, status }) => {
    const values = [id, toStoredName(name), categoryId, status ?? null];
    await sql('UPDATE pets SET name = $2, category_id = $3, status = $4 WHERE id = $1', values);
  },
  remove: async (id) => void (await sql('DELETE FROM pets WHERE id = $1', [id])),
});

/** Removes all that is stored, but goes on with the ids. */
export const empty = (sql: Sql): Promise<unknown> =>
  sql('DELETE FROM pets; DELETE FROM creations; DELETE FROM api_keys');
