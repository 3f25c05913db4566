import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { alerts } from '../metrics/expressions.ts';
import { needsProgram } from './needs-program.ts';

const text = (path: string): string => readFileSync(projectFile(path), 'utf8');

/** The anchor of a heading of Markdown, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

it('each alert has a severity, says what to do, and links its own section of the troubleshooting guide', () => {
  const guide = [...text('docs/troubleshooting.md').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );
  for (const { alert, labels, annotations } of alerts) {
    expect(['critical', 'warning']).toContain(labels['severity']);
    const anchor = anchorOf(alert);
    expect(guide).toContain(anchor);
    expect(annotations).toEqual({
      summary: expect.any(String),
      action: expect.any(String),
      runbook_url: `docs/troubleshooting.md#${anchor}`,
    });
  }
});

it('the rules for the Prometheus operator are those of Prometheus; vitest run deploy/alerts -u writes them', async () => {
  const { groups } = parse(text('deploy/prometheus/alerts.yaml'));
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'animal-store', labels: { 'app.kubernetes.io/name': 'animal-store' } },
    spec: { groups },
  };
  const written = `# Written by a test from deploy/prometheus/alerts.yaml.\n${stringify(rule, { lineWidth: 0 })}`;
  const file = 'deploy/kubernetes/components/prometheus-operator/prometheus-rule.yaml';
  await expect(written).toMatchFileSnapshot(projectFile(file));
});

describeNeeding(needsProgram('promtool'), 'The files for Prometheus', () => {
  const promtool = (...args: readonly string[]) =>
    promisify(execFile)('promtool', [...args], { cwd: projectFile('deploy/prometheus') });

  it('are a configuration that Prometheus takes', async () => {
    await promtool('check', 'config', 'prometheus.yaml');
  });

  it('have alerts that fire when they should, and only then', async () => {
    await promtool('test', 'rules', 'alerts.test.yaml');
  });
});
