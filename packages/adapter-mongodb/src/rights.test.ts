import { expectBlock } from '@animal-store/testkit/marked-block';
import { it } from 'vitest';
import { neededActions } from './rights.ts';

it('The guide makes a user with the smallest rights', async () => {
  const privileges = Object.entries(neededActions).map(([collection, actions]) => {
    const listed = actions.map((action) => `"${action}"`).join(', ');
    return `    { resource: { db: "animal-store", collection: "${collection}" }, actions: [${listed}] }`;
  });
  const block = `\`\`\`js
db.createRole({
  role: "animals",
  roles: [],
  privileges: [
${privileges.join(',\n')}
  ]
})
db.createUser({ user: "animals", pwd: passwordPrompt(), roles: ["animals"] })
\`\`\``;
  await expectBlock('docs/mongodb.md', 'rights', block);
});
