import { expectBlock } from '@animal-store/testkit/marked-block';
import { it } from 'vitest';
import { grantsOn } from '../test/store.ts';

it('The guide grants all rights of a user who does not own the database', async () => {
  const grants = grantsOn('animals').map(([rights, on]) => `GRANT ${rights.join(', ')} ON ${on} TO animals;`);
  await expectBlock('docs/postgres.md', 'rights', ['```sql', ...grants, '```'].join('\n'));
});
