import { expectBlock } from '@animal-store/testkit/marked-block';
import { it } from 'vitest';
import { grantedRights } from './rights.ts';

it('The guide grants all rights of a user who does not own the database', async () => {
  const grants = Object.entries(grantedRights('animals')).map(
    ([on, rights]) => `GRANT ${rights.join(', ')} ON ${on} TO animals;`,
  );
  await expectBlock('docs/postgres.md', 'rights', ['```sql', ...grants, '```'].join('\n'));
});
