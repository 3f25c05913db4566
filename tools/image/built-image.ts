import { docker } from './docker.ts';

/** The base of the image, as the Dockerfile names it. */
export const base = 'node:24-bookworm-slim';

const label = 'animal-store.image-under-test';

/** Builds the image from the files of the project, and gives its name. */
export const buildImage = async (): Promise<string> => {
  const name = `animal-store-test:${process.pid}`;
  await docker('build', '--quiet', '--label', label, '--tag', name, '.');
  return name;
};

/** Removes an image, and the stages and images that this or an earlier run has left behind. */
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

const filesIn = async (image: string): Promise<readonly string[]> => {
  const find = ['/', '-xdev', '-type', 'f', '-printf', '%s %p\\n'];
  const run = ['run', '--rm', '--network', 'none', '--user', '0', '--entrypoint', 'find'];
  return (await docker(...run, image, ...find)).split('\n');
};

/** The files that an image has beyond those of its base, or with another size. */
export const addedFiles = async (image: string): Promise<readonly ImageFile[]> => {
  const known = new Set(await filesIn(base));
  const added = (await filesIn(image)).filter((line) => !known.has(line));
  return added.map((line) => {
    const [, bytes = '', path = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    return { path, bytes: Number(bytes) };
  });
};
