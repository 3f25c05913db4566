import type { DatabaseSync } from 'node:sqlite';
import type { PetRepositoryFixture } from '@animal-store/domain-testkit';

export const changePets = (database: () => DatabaseSync): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async ({ id, name, categoryId, status }) => {
    const sql = 'UPDATE pets SET name = ?, category_id = ?, status = ? WHERE id = ?';
    database()
      .prepare(sql)
      .run(name, categoryId, status ?? null, id);
  },
  remove: async (id) => void database().prepare('DELETE FROM pets WHERE id = ?').run(id),
});
