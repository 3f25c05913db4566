import { describeNeeding } from '@animal-store/testkit/needs';
import { issueKey } from '@animal-store/testkit/service/keys';
import { logLines, startService } from '@animal-store/testkit/service/start-service';
import { expect, it, onTestFinished } from 'vitest';
import { newDatabase, newPostgres, newSqliteFile } from '../bench/stores.ts';
import { runProgram } from '../packages/run-program.ts';
import { needsPython, outsideFolder, pythonProgram, pythonSources } from './python-environment.ts';

const { EXAMPLES = '500', SEED = '1' } = process.env;

// The stores have the same API, so only one gets all examples; the others get enough to reach every operation.
const few = Math.ceil(Number(EXAMPLES) / 10);

describeNeeding(needsPython, 'Schemathesis with all its checks finds nothing', () => {
  it.each([
    ['memory', Number(EXAMPLES), undefined],
    ['SQLite', few, newSqliteFile],
    ['MongoDB', few, newDatabase],
    ['PostgreSQL', few, newPostgres],
  ])(`on %s, with %i examples an operation and the seed ${SEED}`, async (_, examples, create) => {
    const stack = new AsyncDisposableStack();
    onTestFinished(() => stack.disposeAsync());
    const env = await create?.(stack);
    const issued = env && (await issueKey(env)).key;
    const service = await startService({ startsWithin: 180_000, env: { ...env, ...(issued && { API_KEY: '' }) } });
    stack.defer(async () => void (await service.stop()));

    const args = [
      ...[`--config-file=${pythonSources}/schemathesis.toml`, 'run', `${service.origin}/openapi.json`],
      ...['--checks=all', `--seed=${SEED}`, `--max-examples=${examples}`, '--continue-on-failure'],
      ...['--generation-database=none', '--no-color'],
    ];
    // With the proxy variables of this process, requests to this machine would use that proxy.
    const variables = { PATH: process.env['PATH'], LANG: 'C.UTF-8', PYTHONPATH: pythonSources };
    const { code, output } = await runProgram(outsideFolder, pythonProgram('schemathesis'), args, {
      env: { ...variables, PYTHONDONTWRITEBYTECODE: '1', API_KEY: issued ?? service.apiKey },
    });
    expect(code, output).toBe(0);
    // The log of the service is complete once it has stopped.
    await service.stop();
    const kinds = new Set(logLines(service.process).map(({ status }) => Math.floor(Number(status) / 100)));
    expect([2, 4, 5].map((kind) => kinds.has(kind))).toEqual([true, true, false]);
  });
});
