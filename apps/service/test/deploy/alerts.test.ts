import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { alerts, expressions } from '../metrics/expressions.ts';
import { checkKubernetesObjects } from './check-kubernetes-objects.ts';
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

it('are rules of the Prometheus operator by the command of the guide', { timeout: 60_000 }, async () => {
  const [, command = ''] = /^({ printf .*) \| kubectl apply -f -$/m.exec(text('docs/deploy.md')) ?? [];
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: projectFile('') });
  const rule = parse(stdout);
  expect([rule.kind, rule.spec.groups[0].rules]).toEqual(['PrometheusRule', alerts]);
  expect(alerts.length).toBeLessThanOrEqual(8);
  await checkKubernetesObjects([rule]);
});

describeNeeding(needsProgram('promtool'), 'The files for Prometheus', () => {
  const promtool = (...args: readonly string[]) =>
    promisify(execFile)('promtool', [...args], { cwd: projectFile('deploy/prometheus') });

  it('are a configuration that Prometheus takes', async () => {
    await promtool('check', 'config', 'prometheus.yaml');
  });

  it('have expressions that Prometheus parses, in the dashboard too', async () => {
    const rules = expressions.map(({ expression }, index) => ({
      record: `expression:${index}`,
      expr: expression.replaceAll('[$__rate_interval]', '[5m]'),
    }));
    const file = join(temporaryFolder(), 'rules.yaml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'all', rules }] }));
    await promtool('check', 'rules', file);
  });

  it('have alerts that fire when they should, and only then', async () => {
    await promtool('test', 'rules', 'alerts.test.yaml');
  });
});
