import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { checkKubernetesObjects, type KubernetesObject } from './check-kubernetes-objects.ts';
import { needsProgram } from './needs-program.ts';

/** The objects that Kubernetes gets from `deploy/kubernetes` with some of its components. */
const build = async (...components: readonly string[]): Promise<readonly KubernetesObject[]> => {
  const folder = temporaryFolder();
  await cp(projectFile('deploy'), folder, { recursive: true });
  const file = join(folder, 'kubernetes/kustomization.yaml');
  const kustomization = { ...parse(await readFile(file, 'utf8')), components };
  await writeFile(file, JSON.stringify(kustomization));
  const { stdout } = await promisify(execFile)('kubectl', ['kustomize', dirname(file)], { maxBuffer: 2 ** 24 });
  return parseAllDocuments(stdout).map((document) => document.toJS() as KubernetesObject);
};

const kindsOf = (objects: readonly KubernetesObject[]): readonly string[] => objects.map(({ kind }) => kind).toSorted();

const common = ['NetworkPolicy', 'PodDisruptionBudget', 'Service'];

describeNeeding(needsProgram('kubectl'), 'The kustomization', () => {
  it('runs one instance on SQLite with a component, and its backups on the same machine and the same volume', async () => {
    const objects = await build('components/sqlite');
    expect(kindsOf(objects)).toEqual(['CronJob', 'PersistentVolumeClaim', 'StatefulSet', ...common].toSorted());
    await checkKubernetesObjects(objects);
    const specOf = (wanted: string) =>
      // Its type has been checked above; the test reads a few fields of it.
      parse(JSON.stringify(objects.find(({ kind }) => kind === wanted))).spec;
    const { replicas, template, volumeClaimTemplates } = specOf('StatefulSet');
    const [container] = template.spec.containers;
    const job = specOf('CronJob').jobTemplate.spec.template.spec;
    const [backup] = job.containers;
    expect([replicas, container.env[0]]).toEqual([1, backup.env[0]]);
    expect(backup.image).toBe(container.image);
    expect(container.volumeMounts).toEqual([backup.volumeMounts[0]]);
    const [{ metadata }] = volumeClaimTemplates;
    expect(job.volumes[0].persistentVolumeClaim.claimName).toBe(`${metadata.name}-animal-store-0`);
    const [affinity] = job.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    expect(affinity.labelSelector.matchLabels).toEqual(template.metadata.labels);
    // Neither the Service nor the PodMonitor takes the backup for an instance.
    expect(specOf('CronJob').jobTemplate.spec.template.metadata.labels).not.toMatchObject(template.metadata.labels);
  }, 60_000);

  it('brings the Prometheus operator a monitor and the dashboard with a component', async () => {
    const objects = await build('components/prometheus-operator');
    expect(kindsOf(objects)).toEqual(['ConfigMap', 'Deployment', 'PodMonitor', ...common].toSorted());
    await checkKubernetesObjects(objects);
  }, 60_000);
});
