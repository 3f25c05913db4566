// Prints what the changelogs say about the version of the manifests, in Markdown:  node tools/release/notes.ts
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '../..');

for (const manifest of globSync('{apps,packages}/*/package.json', { cwd: project }).toSorted()) {
  const { name, version } = JSON.parse(readFileSync(join(project, manifest), 'utf8'));
  const changelog = readFileSync(join(project, manifest, '../CHANGELOG.md'), 'utf8');
  const [section = ''] = changelog.split(`\n## ${version}\n`).slice(1);
  const [changes = ''] = section.split('\n## ');
  if (changes.trim() !== '') process.stdout.write(`## ${name}\n\n${changes.trim()}\n\n`);
}
