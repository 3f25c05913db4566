import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding, needsProgram } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { alerts, expressions } from '../metrics/expressions.ts';

const text = (path: string): string => readFileSync(projectFile(path), 'utf8');

it('each alert has a severity, says what to do, and links its own section of the troubleshooting guide', () => {
  const guide = text('docs/troubleshooting.md');
  for (const { alert, labels, annotations } of alerts) {
    expect(['critical', 'warning']).toContain(labels['severity']);
    expect(guide).toMatch(new RegExp(`^#+ ${alert}$`, 'm'));
    expect(annotations).toEqual({
      summary: expect.any(String),
      action: expect.any(String),
      runbook_url: `docs/troubleshooting.md#${alert.toLowerCase()}`,
    });
  }
});

it('are rules of the Prometheus operator by the command of the guide', { timeout: 60_000 }, async () => {
  const [, command = ''] = /^({ printf .*) \| kubectl apply -f -$/m.exec(text('docs/deploy.md')) ?? [];
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: projectFile('') });
  const { apiVersion, kind, spec } = parse(stdout);
  expect([apiVersion, kind, spec.groups[0].rules]).toEqual(['monitoring.coreos.com/v1', 'PrometheusRule', alerts]);
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
