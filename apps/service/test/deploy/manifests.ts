import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { parse } from 'yaml';

/** The folder of the whole project. */
export const projectFolder: string = projectFile('');

/** Reads a YAML file of the project; a key that is there twice is an error. */
export const readYaml = (path: string): unknown => parse(readFileSync(`${projectFolder}/${path}`, 'utf8'));

/** What a Kubernetes object says of its own type. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What the checks look at in the Deployment; the compiler holds the whole of it against its type. */
export interface Deployment extends KubernetesObject {
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: { readonly fsGroup: number };
        readonly containers: readonly [Container];
        readonly volumes: unknown;
      };
    };
  };
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly [{ readonly name: string; readonly mountPath: string }];
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly startupProbe: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

/** What the checks look at in the NetworkPolicy. */
export interface NetworkPolicy extends KubernetesObject {
  readonly spec: {
    readonly podSelector: unknown;
    readonly policyTypes: unknown;
    readonly ingress: unknown;
    readonly egress: readonly { readonly ports: unknown }[];
  };
}

/** What the checks look at in the compose file. */
export interface ComposeFile {
  readonly services: {
    readonly service: {
      readonly environment: Readonly<Record<string, string>>;
      readonly ports: readonly string[];
      readonly stop_grace_period: string;
    };
  };
}
