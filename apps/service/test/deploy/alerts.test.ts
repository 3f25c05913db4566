import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeNeeding, needsProgram } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { it } from 'vitest';

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
