import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding, needsProgram } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { it } from 'vitest';
import { expressions } from '../metrics/expressions.ts';

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
