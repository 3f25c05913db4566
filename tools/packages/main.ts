// Packs every publishable package:  npm run pack -- <folder> <address of the repository>
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { packPackages } from './pack-packages.ts';

const [target, repository] = process.argv.slice(2);
if (target === undefined || repository === undefined || !URL.canParse(repository)) {
  process.stderr.write('usage: npm run pack -- <folder> <address of the repository, such as https://github.com/…/…>\n');
  process.exit(2);
}
await mkdir(target, { recursive: true });
for (const [, tarball] of await packPackages(resolve(target), repository)) process.stdout.write(`${tarball}\n`);
