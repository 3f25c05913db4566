import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { decodeConfiguration } from '../../src/configuration/configuration.ts';
import { variables } from '../../src/configuration/variables.ts';
import { messageOf } from '../../src/errors.ts';
import { composeFaults } from './compose-faults.ts';
import { kubernetesFaults } from './kubernetes-faults.ts';
import {
  type ComposeFile,
  type Deployment,
  type KubernetesObject,
  type NetworkPolicy,
  projectFolder,
  readYaml,
} from './manifests.ts';

const kubernetes = 'deploy/kubernetes';
const deployment = readYaml(`${kubernetes}/deployment.yaml`) as Deployment;
const service = readYaml(`${kubernetes}/service.yaml`) as KubernetesObject & {
  readonly spec: { readonly selector: unknown; readonly ports: unknown };
};
const budget = readYaml(`${kubernetes}/pod-disruption-budget.yaml`) as KubernetesObject & {
  readonly spec: { readonly selector: unknown };
};
const policy = readYaml(`${kubernetes}/network-policy.yaml`) as NetworkPolicy;
const compose = readYaml('compose.yaml') as ComposeFile;

const dockerfile = readFileSync(`${projectFolder}/Dockerfile`, 'utf8');

const imageListensOn = (/^EXPOSE (.*)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map(Number);

const imageUser = Number(/^USER (.*)$/m.exec(dockerfile)?.[1]);

const decode = (environment: Readonly<Record<string, string>>) => {
  const decoded = decodeConfiguration(environment, () => E.right('mongodb://127.0.0.1'));
  if (E.isLeft(decoded)) throw new Error(messageOf(decoded.left));
  return decoded.right;
};

const known: ReadonlySet<string> = new Set(variables.map(({ name }) => name));

const unknown = (names: readonly string[]): readonly string[] => names.filter((name) => !known.has(name));

/** How long a stop takes at most by the environment, in milliseconds. */
const longestStop = (environment: Readonly<Record<string, string>>): number => {
  const { SHUTDOWN_DELAY_MS, SHUTDOWN_GRACE_MS } = decode(environment);
  return SHUTDOWN_DELAY_MS + SHUTDOWN_GRACE_MS;
};

describe('the Kubernetes manifests', () => {
  const { metadata, spec: pod } = deployment.spec.template;
  const [container] = pod.containers;

  it('are objects that Kubernetes knows, in every field', async () => {
    expect(await kubernetesFaults([deployment, service, budget, policy])).toEqual([]);
  }, 60_000);

  it.each([
    [
      'an unknown field',
      'readOnlyRootFilesystem',
      'readOnlyRootFileSystem',
      /'"readOnlyRootFileSystem"' does not exist/,
    ],
    [
      'a field in the wrong place',
      'terminationGracePeriodSeconds',
      'periodSeconds',
      /'"periodSeconds"' does not exist/,
    ],
    ['a wrong word', '"RuntimeDefault"', '"runtimeDefault"', /'"runtimeDefault"' is not assignable/],
    ['a wrong type', '"replicas":3', '"replicas":"3"', /'string' is not assignable to type 'number'/],
  ])(
    'would not pass with %s',
    async (_what, right, wrong, fault) => {
      const broken = JSON.stringify(deployment).replace(right, wrong);
      expect(broken).not.toBe(JSON.stringify(deployment));
      expect(await kubernetesFaults([JSON.parse(broken) as KubernetesObject])).toEqual([expect.stringMatching(fault)]);
    },
    60_000,
  );

  it('are all part of the kustomization, under a name that it knows', () => {
    const files = globSync('*.yaml', { cwd: join(projectFolder, kubernetes) }).map((file) => basename(file));
    const { version } = JSON.parse(readFileSync(`${projectFolder}/package.json`, 'utf8')) as {
      readonly version: string;
    };
    expect(readYaml(`${kubernetes}/kustomization.yaml`)).toEqual({
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: files.filter((file) => file !== 'kustomization.yaml').toSorted(),
      images: [{ name: 'animal-store', newName: 'animal-store', newTag: version }],
    });
    expect(container).toMatchObject({ image: 'animal-store' });
  });

  it('run without rights', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    });
  });

  it('set only variables that the service reads, to values that it takes', () => {
    expect(unknown(container.env.map(({ name }) => name))).toEqual([]);
    const plain = container.env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
    expect(decode(Object.fromEntries(plain))).toMatchObject({ SHUTDOWN_DELAY_MS: 5_000, SHUTDOWN_GRACE_MS: 10_000 });
    expect(pod.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(longestStop(Object.fromEntries(plain)));
  });

  it('take the connection string from a file, which only the user of the service can read', () => {
    const [mount] = container.volumeMounts;
    expect(container.env[0]).toEqual({ name: 'MONGODB_URI_FILE', value: `${mount.mountPath}/MONGODB_URI` });
    expect(pod.volumes).toEqual([{ name: mount.name, secret: { secretName: 'animal-store', defaultMode: 0o440 } }]);
    expect(pod.securityContext.fsGroup).toBe(imageUser);
  });

  it('agree with the image and each other about ports, probes and labels', () => {
    expect(container.ports.map(({ containerPort }) => containerPort)).toEqual(imageListensOn);
    expect(imageListensOn).toEqual([decode({}).PORT, 9090]);
    expect(service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
    const { livenessProbe, readinessProbe, startupProbe } = container;
    expect([livenessProbe, readinessProbe, startupProbe].map(({ httpGet }) => httpGet)).toEqual([
      { path: '/livez', port: 'http' },
      { path: '/readyz', port: 'http' },
      { path: '/livez', port: 'http' },
    ]);
    const labels = metadata.labels;
    const { selector } = deployment.spec;
    expect([selector, { matchLabels: service.spec.selector }, budget.spec.selector, policy.spec.podSelector]).toEqual(
      Array.from({ length: 4 }, () => ({ matchLabels: labels })),
    );
  });

  it('let clients reach the API, monitoring the metrics, and instances DNS and MongoDB alone', () => {
    const from = (matchLabels: object, port: string) => ({
      from: [{ namespaceSelector: { matchLabels } }],
      ports: [{ port }],
    });
    // A direction that is not in the list would be open.
    expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(policy.spec.ingress).toEqual([
      from({ 'animal-store-client': 'true' }, 'http'),
      from({ 'kubernetes.io/metadata.name': 'monitoring' }, 'metrics'),
    ]);
    expect(container.ports.map(({ name }) => name)).toEqual(['http', 'metrics']);
    expect(policy.spec.egress.map(({ ports }) => ports)).toEqual([
      [{ port: 53, protocol: 'UDP' }, { port: 53 }],
      [{ port: 27_017 }],
    ]);
  });
});

describe('compose.yaml', () => {
  const { environment, ports, stop_grace_period: grace } = compose.services.service;

  it('follows the Compose specification in every key', async () => {
    expect(await composeFaults(join(projectFolder, 'compose.yaml'))).toEqual([]);
  }, 60_000);

  it('would not pass with a misspelt key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'animal-store-compose-'));
    try {
      const text = readFileSync(`${projectFolder}/compose.yaml`, 'utf8').replace('read_only:', 'readonly:');
      await writeFile(join(folder, 'compose.yaml'), text);
      expect(await composeFaults(join(folder, 'compose.yaml'))).toEqual([
        expect.stringMatching(/invalid-schema: .*"\/services\/service".*must NOT have additional properties/),
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 60_000);

  it('sets only variables that the service reads, to values that it takes', () => {
    expect(unknown(Object.keys(environment))).toEqual([]);
    expect(Number(grace.replace(/s$/, '')) * 1_000).toBeGreaterThan(longestStop(environment));
  });

  it('leads to the port of the image', () => {
    expect(ports).toEqual([`127.0.0.1:8080:${imageListensOn[0]}`]);
  });
});

it('knows a variable that the service does not read', () => {
  expect(unknown(['PORT', 'SHUTDOWN_DELAY'])).toEqual(['SHUTDOWN_DELAY']);
});
