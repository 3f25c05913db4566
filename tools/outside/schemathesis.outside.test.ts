import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { run } from '@animal-store/testkit/run-program';
import { logLines, startService } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { downloads, needsPython, pythonProgram } from './programs.ts';

const { EXAMPLES = '300', SEED = '1' } = process.env;
const here = projectFile('tools/outside');

describeNeeding(needsPython, 'Schemathesis with all its checks', () => {
  it(`finds nothing, with ${EXAMPLES} examples an operation and the seed ${SEED}`, async () => {
    const service = await startService();
    const own = { API_KEY: service.apiKey, PYTHONPATH: here, PYTHONDONTWRITEBYTECODE: '1', NO_PROXY: '127.0.0.1' };
    const { code, output } = await run(
      [
        ...([pythonProgram('schemathesis'), `--config-file=${here}/schemathesis.toml`, 'run'] as const),
        ...[`${service.origin}/openapi.json`, '--checks=all', `--seed=${SEED}`, `--max-examples=${EXAMPLES}`],
        ...['--continue-on-failure', '--generation-database=none', '--no-color'],
      ],
      downloads,
      { ...process.env, ...own },
    );
    expect(code, output).toBe(0);
    // The log of the service is complete once it has stopped.
    await service.stop();
    const kinds = new Set(logLines(service.process).map(({ status }) => Math.floor(Number(status) / 100)));
    expect([2, 4, 5].map((kind) => kinds.has(kind))).toEqual([true, true, false]);
  });
});
