import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}

const declare = (object: KubernetesObject, index: number): string => {
  const { apiVersion, kind } = object;
  const types = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
  const type = `import('${types}/${apiVersion}/${kind}').I${kind}`;
  return `export const object${index}: ${type} = ${JSON.stringify(object, null, 1)};\n`;
};

/**
 * Compares Kubernetes objects with the type of their kind. The compiler rejects an unknown field, a wrong type and a wrong
 * word; its output is in the error.
 */
export const checkKubernetesObjects = async (objects: readonly KubernetesObject[]): Promise<void> => {
  const folder = temporaryFolder();
  await symlink(projectFile('apps/service/node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'objects.mts'), objects.map(declare).join(''));
  const options = [...'--noEmit --strict --skipLibCheck --module nodenext --pretty false --types'.split(' '), ''];
  const tsc = projectFile('node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, ...options, 'objects.mts'], { cwd: folder });
};
