// Makes the picture of the page /docs:  npm run pictures
import { writeFile } from 'node:fs/promises';
import { projectFile } from '@animal-store/testkit/project-file';
import { createCleanup } from '../bench/cleanup.ts';
import { photographDocsPage } from './photograph-docs-page.ts';

const file = 'docs/pictures/docs-page.webp';

const cleanup = createCleanup();
try {
  const { picture, digest } = await photographDocsPage(cleanup);
  await writeFile(projectFile(file), picture);
  await writeFile(projectFile(`${file}.sha256`), `${digest}\n`);
  process.stdout.write(`${file}\n`);
} catch (error) {
  process.stderr.write(`pictures: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await cleanup.run();
}
