// Makes the picture of the page /docs:  npm run pictures
import { writeFile } from 'node:fs/promises';
import { projectFile } from '@animal-store/testkit/project-file';
import { createCleanup } from '../bench/cleanup.ts';
import { photographDocsPage } from './photograph-docs-page.ts';

const file = 'docs/pictures/docs-page.webp';

const cleanup = createCleanup();
try {
  await writeFile(projectFile(file), await photographDocsPage(cleanup));
  process.stdout.write(`${file}\n`);
} catch (error) {
  process.stderr.write(`pictures: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await cleanup.run();
}
