import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KubernetesObject, projectFolder } from './manifests.ts';

const declare = (object: KubernetesObject, index: number): string => {
  const { apiVersion, kind } = object;
  const type = `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`;
  return `export const object${index}: ${type} = ${JSON.stringify(object, null, 1)};\n`;
};

const compile = (folder: string): Promise<string> =>
  new Promise((resolve) => {
    const options = [...'--noEmit --strict --skipLibCheck --module nodenext --pretty false --types'.split(' '), ''];
    const tsc = join(projectFolder, 'node_modules/typescript/bin/tsc');
    execFile(process.execPath, [tsc, ...options, 'objects.mts'], { cwd: folder }, (_error, stdout) => resolve(stdout));
  });

/**
 * What is wrong with some Kubernetes objects: the compiler holds each against the type of its kind, in which a field
 * that Kubernetes does not know, a wrong type and a wrong word are errors alike.
 */
export const kubernetesFaults = async (objects: readonly KubernetesObject[]): Promise<readonly string[]> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-manifests-')));
  try {
    await symlink(join(projectFolder, 'apps/service/node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'objects.mts'), objects.map(declare).join(''));
    const output = await compile(folder);
    return output.split('\n').flatMap((line) => /error TS\d+: (.*)/.exec(line)?.[1] ?? []);
  } finally {
    await rm(folder, { recursive: true });
  }
};
