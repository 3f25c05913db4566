import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding, needsProgram } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };

/** The objects that Kubernetes gets from a folder of `deploy` with some of its components, as kind and specification. */
const build = async (name: string, ...components: readonly string[]) => {
  const folder = temporaryFolder();
  await cp(projectFile('deploy'), folder, { recursive: true });
  const file = join(folder, name, 'kustomization.yaml');
  await writeFile(file, JSON.stringify({ ...parse(await readFile(file, 'utf8')), components }));
  const { stdout } = await promisify(execFile)('kubectl', ['kustomize', join(folder, name)], { maxBuffer: 2 ** 24 });
  return Object.fromEntries(parseAllDocuments(stdout).map((document) => [document.get('kind'), document.toJS().spec]));
};

describeNeeding(
  needsProgram('kubectl'),
  'The kustomizations',
  () => {
    it('monitor the pods if the component for the Prometheus operator is added', async () => {
      const { Deployment, PodMonitor } = await build('kubernetes', 'components/prometheus-operator');
      expect(Deployment.template.metadata.labels).toMatchObject(PodMonitor.selector.matchLabels);
    });

    it.each([
      ['kubernetes', ['components/openshift']],
      ['kubernetes', ['components/sqlite', 'components/openshift']],
      ['kubernetes-postgres', ['../kubernetes/components/openshift']],
    ])('leave the user and the group of the pods of %s with %s to OpenShift', async (folder, components) => {
      const { Deployment, StatefulSet, CronJob } = await build(folder, ...components);
      const pods = [Deployment, StatefulSet, CronJob?.jobTemplate.spec].flatMap((owner) => owner?.template.spec ?? []);
      const securityContext = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
      expect(pods.map((pod) => ({ ...pod.securityContext, sysctls: undefined }))).toEqual(
        components.map(() => securityContext),
      );
    });

    it('run the image of this version, and for PostgreSQL differ in the secret and the port alone', async () => {
      const [mongodb, postgres] = await Promise.all([build('kubernetes'), build('kubernetes-postgres')]);
      expect(mongodb['Deployment'].template.spec.containers[0].image).toBe(`animal-store:${manifest.version}`);
      const expected = JSON.stringify(mongodb).replaceAll('MONGODB_URI', 'POSTGRES_URI').replace('27017', '5432');
      expect(JSON.stringify(postgres)).toBe(expected);
    });

    it('back up an SQLite file on the same machine and from the same volume', async () => {
      const { StatefulSet, CronJob } = await build('kubernetes', 'components/sqlite');
      const { replicas, template, volumeClaimTemplates } = StatefulSet;
      const [container] = template.spec.containers;
      const { spec: job, metadata: ofJob } = CronJob.jobTemplate.spec.template;
      const [backup] = job.containers;
      expect([replicas, container.env[0], container.image]).toEqual([1, backup.env[0], backup.image]);
      expect(container.volumeMounts).toEqual([backup.volumeMounts[0]]);
      const [{ metadata }] = volumeClaimTemplates;
      expect(job.volumes[0].persistentVolumeClaim.claimName).toBe(`${metadata.name}-animal-store-0`);
      const [affinity] = job.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution;
      expect(affinity.labelSelector.matchLabels).toEqual(template.metadata.labels);
      // Neither the Service nor the PodMonitor takes the backup for an instance.
      expect(ofJob.labels).not.toMatchObject(template.metadata.labels);
    });
  },
  { timeout: 60_000 },
);
