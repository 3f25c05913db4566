import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../boundaries/probe-tree.ts';
import { docker } from './docker.ts';

const dockerfile = readFileSync(join(projectFolder, 'Dockerfile'), 'utf8');

const base = /^FROM (\S+) AS node-by-tag$/m.exec(dockerfile)?.[1] ?? '';

const label = 'animal-store.image-under-test';

/** Builds the image from the files of the project with build arguments, and returns its name. */
export const buildImage = async (args: Readonly<Record<string, string>>): Promise<string> => {
  const name = `animal-store-test:${process.pid}`;
  const given = Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
  await docker('build', '--quiet', '--label', label, ...given, '--tag', name, '.');
  return name;
};

/** Removes an image, and the stages and images that earlier runs have left. */
export const removeImage = async (name: string): Promise<void> => {
  await docker('image', 'rm', '--force', name);
  await docker('image', 'prune', '--force', '--filter', 'label=animal-store.stage=build');
  await docker('image', 'prune', '--force', '--all', '--filter', `label=${label}`, '--filter', 'until=1h');
};

/** A file of an image. */
export interface ImageFile {
  readonly path: string;
  readonly bytes: number;
}

const find = async (image: string, ...options: readonly string[]): Promise<readonly string[]> => {
  const run = ['run', '--rm', '--network', 'none', '--user', '0', '--entrypoint', 'find'];
  const lines = (await docker(...run, image, '/', '-xdev', ...options)).split('\n');
  return lines.filter((line) => line !== '');
};

const filesIn = (image: string): Promise<readonly string[]> => find(image, '-type', 'f', '-printf', '%s %p\\n');

/** The paths in an image, of files, links and folders, whose last part is one of these names. */
export const pathsNamed = (image: string, ...names: readonly string[]): Promise<readonly string[]> =>
  find(image, '-regextype', 'posix-extended', '-regex', `.*/(${names.join('|')})`);

/** The files that an image adds to its base, or changes in size. */
export const addedFiles = async (image: string): Promise<readonly ImageFile[]> => {
  const known = new Set(await filesIn(base));
  const added = (await filesIn(image)).filter((line) => !known.has(line));
  return added.map((line) => {
    const [, bytes = '', path = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    return { path, bytes: Number(bytes) };
  });
};
