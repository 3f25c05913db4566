import type { PetRepositoryFixture } from '@animal-store/domain-testkit';
import type { Database } from './database.ts';

export const changePets = ({ change }: Database): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async ({ id, name, categoryId, status = null }) => {
    change('UPDATE pets SET name = ?, category_id = ?, status = ? WHERE id = ?', name, categoryId, status, id);
  },
  remove: async (id) => {
    change('DELETE FROM pets WHERE id = ?', id);
  },
});
