import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';
import { needsGo, run } from './programs.ts';

describeNeeding(needsGo, 'workflows', () => {
  it('actionlint finds nothing in .github/workflows', async () => {
    const actionlint = ['go', 'run', 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12'] as const;
    // Without the programs that it runs if they are installed.
    const options = ['-shellcheck=', '-pyflakes='];
    const { code, output } = await run([...actionlint, ...options], projectFile('.'));
    expect({ code, output: output.replaceAll(/^go: downloading .*\n/gm, '') }).toEqual({ code: 0, output: '' });
  });
});
