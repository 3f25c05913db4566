import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { decodeConfiguration } from '../../src/configuration/configuration.ts';
import { secretVariables, variables } from '../../src/configuration/variables.ts';

const text = (path: string): string => readFileSync(projectFile(path), 'utf8');
const readYaml = (path: string) => parse(text(path));

/** How long clients wait for a response, in milliseconds (docs/clients.md). The service needs less. */
const longestResponse = 10_000;

const [deployment, service, budget, policy] = ['deployment', 'service', 'pod-disruption-budget', 'network-policy'].map(
  (name) => readYaml(`deploy/kubernetes/${name}.yaml`),
);
const dockerfile = text('Dockerfile');

const inImage = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' ').map((pair) => pair.split('='))),
);

const imageListensOn = (/^EXPOSE (.*)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map(Number);

const imageUser = Number(/^USER (.*)$/m.exec(dockerfile)?.[1]);

const decode = (environment: Readonly<Record<string, string>>) => {
  const texts = Object.entries(environment).map(([name, text]) => [
    name.replace(/_FILE$/, (end) => (name === 'SQLITE_FILE' ? end : '')),
    name.endsWith('URI_FILE') ? name.toLowerCase().replace(/_uri_file$/, '://127.0.0.1') : text,
  ]);
  const decoded = decodeConfiguration(Object.fromEntries(texts));
  if (E.isLeft(decoded)) throw new Error(decoded.left.messages.join('; '));
  return decoded.right;
};

const known = ['NODE_ENV', ...Object.keys(variables), ...secretVariables.map((name) => `${name}_FILE`)];

const composeFiles = ['compose.yaml', 'compose.sqlite.yaml', 'compose.postgres.yaml'];
const unit = text('deploy/systemd/animal-store.service');

type Environment = Readonly<Record<string, string>>;
const inKubernetes: Environment = Object.fromEntries(
  deployment.spec.template.spec.containers[0].env.map(({ name = '', value = '' }) => [name, value]),
);

const deployments: readonly (readonly [file: string, environment: Environment, stopSeconds: unknown])[] = [
  ['deployment.yaml', inKubernetes, deployment.spec.template.spec.terminationGracePeriodSeconds],
  ...composeFiles.map((file) => {
    const { environment, stop_grace_period: grace } = readYaml(file).services.service;
    return [file, environment, grace.replace(/s$/, '')] as const;
  }),
  [
    'animal-store.service',
    Object.fromEntries([...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])),
    /^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1],
  ],
];

it.each(deployments)(
  '%s sets only variables that the service reads, to values that it takes, and waits for its end',
  (_, environment, stopSeconds) => {
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    // In production, a store must be chosen.
    const { SHUTDOWN_DELAY_MS, SHUTDOWN_GRACE_MS, BASE_URL, RATE_LIMIT } = decode({ ...inImage, ...environment });
    expect([BASE_URL, RATE_LIMIT]).toEqual([expect.stringMatching(/^https?:\/\//), { requests: 6_000, seconds: 60 }]);
    expect(SHUTDOWN_GRACE_MS).toBeGreaterThanOrEqual(longestResponse);
    expect(Number(stopSeconds) * 1_000).toBeGreaterThan(SHUTDOWN_DELAY_MS + SHUTDOWN_GRACE_MS + 3_000);
  },
);

describe('the Kubernetes manifests', () => {
  const { metadata, spec: pod } = deployment.spec.template;
  const [container] = pod.containers;

  it('run without rights', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    const without = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
    expect([pod.automountServiceAccountToken, container.securityContext]).toEqual([false, without]);
  });

  it('stop accepting connections only once Kubernetes has seen that they are not ready', () => {
    const { periodSeconds, failureThreshold, timeoutSeconds } = container.readinessProbe;
    const untilUnready = failureThreshold * periodSeconds + timeoutSeconds;
    expect(decode(inKubernetes).SHUTDOWN_DELAY_MS).toBeGreaterThan(untilUnready * 1_000);
  });

  it('take the connection string from a file, which only the user of the service can read', () => {
    const [mount] = container.volumeMounts;
    expect(container.env[0]).toEqual({ name: 'MONGODB_URI_FILE', value: `${mount.mountPath}/MONGODB_URI` });
    expect(pod.volumes).toEqual([{ name: mount.name, secret: { secretName: 'animal-store', defaultMode: 0o440 } }]);
    expect(pod.securityContext.fsGroup).toBe(imageUser);
  });

  it('agree with the image and each other about ports, probes and labels', () => {
    expect(container.ports).toMatchObject(imageListensOn.map((containerPort) => ({ containerPort })));
    expect(imageListensOn).toEqual([decode({}).PORT, 9090]);
    const names = container.ports.map(({ name = '' }) => name);
    expect(service.spec.ports.map(({ targetPort = '' }) => targetPort)).toEqual(names);
    expect(policy.spec.ingress.map(({ ports: [{ port }] }: { ports: [{ port: string }] }) => port)).toEqual(names);
    expect(container).toMatchObject({
      livenessProbe: { httpGet: { path: '/livez', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      startupProbe: { httpGet: { path: '/livez', port: 'http' } },
    });
    const others = [{ matchLabels: service.spec.selector }, budget.spec.selector, policy.spec.podSelector];
    expect([deployment.spec.selector, ...others]).toEqual(Array(4).fill({ matchLabels: metadata.labels }));
  });
});

describe.each(composeFiles)('%s', (file) => {
  const compose = readYaml(file);
  const { ports, sysctls } = compose.services.service;

  it('leads to the port of the image, and limits the memory, the log and the send queues of every container', () => {
    expect(ports).toEqual([`127.0.0.1:8080:${imageListensOn[0]}`]);
    for (const { mem_limit: memory, logging } of Object.values<Record<string, unknown>>(compose.services)) {
      expect(memory).toMatch(/^\d+[mg]$/);
      expect(logging).toEqual({ driver: 'local', options: { 'max-size': '10m', 'max-file': '5' } });
    }
    const { sysctls: ofPod } = deployment.spec.template.spec.securityContext;
    expect(ofPod).toEqual(Object.entries(sysctls).map(([name, value]) => ({ name, value })));
  });
});

it('the unit of systemd runs the service like the image', () => {
  const [program = '', ...args] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '[]');
  const [path, ...options] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').split(' ');
  const flags = args.slice(0, -1);
  expect([path, ...options]).toEqual([`/usr/bin/${program}`, ...flags, `/opt/animal-store/${args.at(-1)}`, 'serve']);
});
