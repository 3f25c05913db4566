import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { decodeConfiguration } from '../../src/configuration/configuration.ts';
import { secretVariables, variables } from '../../src/configuration/variables.ts';

type Environment = Readonly<Record<string, string>>;

const text = (path: string): string => readFileSync(projectFile(path), 'utf8');
const readYaml = (path: string) => parse(text(path));

/** How long clients wait for a response, in milliseconds (docs/clients.md). The service needs less. */
const longestResponse = 10_000;

/** Decodes variables in production, with a connection string in the place of each file that has one. */
const decode = (environment: Environment) => {
  const texts = Object.entries(environment).map(([name, text]) =>
    name.endsWith('_URI_FILE')
      ? [name.replace('_FILE', ''), name.toLowerCase().replace('_uri_file', '://127.0.0.1')]
      : [name, text],
  );
  const decoded = decodeConfiguration({ NODE_ENV: 'production', ...Object.fromEntries(texts) });
  if (E.isLeft(decoded)) throw new Error(decoded.left.messages.join('; '));
  return decoded.right;
};

const known = ['NODE_ENV', ...Object.keys(variables), ...secretVariables.map((name) => `${name}_FILE`)];

const { metadata, spec: pod } = readYaml('deploy/kubernetes/deployment.yaml').spec.template;
const [container] = pod.containers;
const inKubernetes: Environment = Object.fromEntries(container.env.map(({ name = '', value = '' }) => [name, value]));

const unit = text('deploy/systemd/animal-store.service');

const deployments: readonly (readonly [file: string, environment: Environment, stopSeconds: unknown])[] = [
  ['deployment.yaml', inKubernetes, pod.terminationGracePeriodSeconds],
  ...['compose.yaml', 'compose.sqlite.yaml', 'compose.postgres.yaml'].map((file) => {
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
    const { SHUTDOWN_DELAY_MS, SHUTDOWN_GRACE_MS, BASE_URL, RATE_LIMIT } = decode(environment);
    expect([BASE_URL, RATE_LIMIT]).toEqual([expect.stringMatching(/^https?:\/\//), { requests: 6_000, seconds: 60 }]);
    expect(SHUTDOWN_GRACE_MS).toBeGreaterThanOrEqual(longestResponse);
    expect(Number(stopSeconds) * 1_000).toBeGreaterThan(SHUTDOWN_DELAY_MS + SHUTDOWN_GRACE_MS + 3_000);
  },
);

it('the pods run without rights', () => {
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  const without = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
  expect([pod.automountServiceAccountToken, container.securityContext]).toEqual([false, without]);
});

it('the pods accept connections until Kubernetes has seen that they are not ready', () => {
  const { periodSeconds, failureThreshold, timeoutSeconds } = container.readinessProbe;
  const untilUnready = failureThreshold * periodSeconds + timeoutSeconds;
  expect(decode(inKubernetes).SHUTDOWN_DELAY_MS).toBeGreaterThan(untilUnready * 1_000);
});

// A selector that matches no pod is not an error, and protects nothing.
it('the network policy and the disruption budget select the pods', () => {
  const read = (name: string) => readYaml(`deploy/kubernetes/${name}.yaml`).spec;
  const selectors = [read('network-policy').podSelector, read('pod-disruption-budget').selector];
  expect(selectors.map(({ matchLabels }) => matchLabels)).toEqual([metadata.labels, metadata.labels]);
});
