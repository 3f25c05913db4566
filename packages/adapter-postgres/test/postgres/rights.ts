import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';

/** The address of a database for another user. */
export const asUser = (uri: string, role: string): string => Object.assign(new URL(uri), { username: role }).href;

const guide = readFileSync(projectFile('docs/postgres.md'), 'utf8');

/** The statements of docs/postgres.md that give a role its rights. */
export const grants = (role: string): readonly string[] =>
  [...guide.matchAll(/^(GRANT .* TO) animals;$/gm)].map(([, grant]) => `${grant} ${role}`);

/** The rights that they give, each with its table or sequence. */
export const rights: readonly (readonly [right: string, on: string])[] = grants('x').flatMap((grant) => {
  const [, names = '', on = ''] = /^GRANT (.*) ON (.*) TO x$/.exec(grant) ?? [];
  return names.split(', ').map((right) => [right, on] as const);
});
