import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding, needsProgram } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };

interface KubernetesObject {
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
const checkKubernetesObjects = async (objects: readonly KubernetesObject[]): Promise<void> => {
  const folder = temporaryFolder();
  await symlink(projectFile('apps/service/node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'objects.mts'), objects.map(declare).join(''));
  const options = [...'--noEmit --strict --skipLibCheck --module nodenext --pretty false --types'.split(' '), ''];
  const tsc = projectFile('node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, ...options, 'objects.mts'], { cwd: folder });
};

/** The objects that Kubernetes gets from a folder of `deploy`, with some of its components. */
const build = async (name: string, ...components: readonly string[]): Promise<readonly KubernetesObject[]> => {
  const folder = temporaryFolder();
  await cp(projectFile('deploy'), folder, { recursive: true });
  const file = join(folder, name, 'kustomization.yaml');
  await writeFile(file, JSON.stringify({ ...parse(await readFile(file, 'utf8')), components }));
  const { stdout } = await promisify(execFile)('kubectl', ['kustomize', join(folder, name)], { maxBuffer: 2 ** 24 });
  return parseAllDocuments(stdout).map((document) => document.toJS() as KubernetesObject);
};

/** The specification of the object of a kind. Another test compares its type. */
const specOf = (objects: readonly KubernetesObject[], wanted: string) =>
  parse(JSON.stringify(objects.find(({ kind }) => kind === wanted))).spec;

describeNeeding(needsProgram('kubectl'), 'The kustomizations', () => {
  it('have the objects that they should, and Kubernetes knows each field', async () => {
    const base = ['NetworkPolicy', 'PodDisruptionBudget', 'Service'];
    for (const [objects, kinds] of [
      [await build('kubernetes'), ['Deployment']],
      [await build('kubernetes', 'components/sqlite'), ['CronJob', 'PersistentVolumeClaim', 'StatefulSet']],
      [await build('kubernetes', 'components/prometheus-operator'), ['ConfigMap', 'Deployment', 'PodMonitor']],
    ] as const) {
      expect(objects.map(({ kind }) => kind).toSorted()).toEqual([...base, ...kinds].toSorted());
      await checkKubernetesObjects(objects);
    }
  }, 120_000);

  it.each([
    ['kubernetes', ['components/openshift']],
    ['kubernetes', ['components/sqlite', 'components/openshift']],
    ['kubernetes-postgres', ['../kubernetes/components/openshift']],
  ])(
    'let the SCC restricted-v2 of OpenShift admit the pods of %s with %s',
    async (folder, components) => {
      const objects = await build(folder, ...components);
      await checkKubernetesObjects(objects);
      const pods = objects.flatMap(({ kind }) => {
        if (kind === 'CronJob') return specOf(objects, kind).jobTemplate.spec.template.spec;
        return ['Deployment', 'StatefulSet'].includes(kind) ? specOf(objects, kind).template.spec : [];
      });
      expect(pods).toHaveLength(components.length);
      for (const { securityContext, containers, volumes = [], ...pod } of pods) {
        const allowed = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
        expect({ ...securityContext, sysctls: undefined }).toEqual(allowed);
        const [{ securityContext: ofContainer }, ...others] = containers;
        const without = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
        expect([ofContainer, others]).toEqual([{ ...without, readOnlyRootFilesystem: true }, []]);
        const kinds = volumes.flatMap((volume: object) => Object.keys(volume));
        expect(['name', 'secret', 'persistentVolumeClaim']).toEqual(expect.arrayContaining(kinds));
        expect(Object.keys(pod).filter((field) => field.startsWith('host'))).toEqual([]);
      }
      const [dns] = specOf(objects, 'NetworkPolicy').egress;
      expect(dns.ports).toEqual([53, 5353].flatMap((port) => [{ port, protocol: 'UDP' }, { port }]));
    },
    120_000,
  );

  it('run the image of this version, and for PostgreSQL differ in the secret and the port alone', async () => {
    const [mongodb, postgres] = await Promise.all([build('kubernetes'), build('kubernetes-postgres')]);
    expect(specOf(mongodb, 'Deployment').template.spec.containers[0].image).toBe(`animal-store:${manifest.version}`);
    const expected = JSON.stringify(mongodb).replaceAll('MONGODB_URI', 'POSTGRES_URI').replace('27017', '5432');
    expect(JSON.stringify(postgres)).toBe(expected);
  }, 60_000);

  it('back up an SQLite file on the same machine and from the same volume', async () => {
    const objects = await build('kubernetes', 'components/sqlite');
    const { replicas, template, volumeClaimTemplates } = specOf(objects, 'StatefulSet');
    const [container] = template.spec.containers;
    const { spec: job, metadata: ofJob } = specOf(objects, 'CronJob').jobTemplate.spec.template;
    const [backup] = job.containers;
    expect([replicas, container.env[0], container.image]).toEqual([1, backup.env[0], backup.image]);
    expect(container.volumeMounts).toEqual([backup.volumeMounts[0]]);
    const [{ metadata }] = volumeClaimTemplates;
    expect(job.volumes[0].persistentVolumeClaim.claimName).toBe(`${metadata.name}-animal-store-0`);
    const [affinity] = job.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    expect(affinity.labelSelector.matchLabels).toEqual(template.metadata.labels);
    // Neither the Service nor the PodMonitor takes the backup for an instance.
    expect(ofJob.labels).not.toMatchObject(template.metadata.labels);
  }, 60_000);
});
