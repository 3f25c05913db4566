import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { describeNeeding, type Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service/start-service';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../packages/run-program.ts';
import { needsPython, pythonProgram } from '../python-environment.ts';
import { clientsFolder, generateCommand, needsGenerator } from './generator.ts';

type Command = readonly [program: string, ...args: string[]];

/** A client that is generated from the document, and the program in the folder of its name that uses it. */
interface Client {
  readonly name: string;
  readonly needs: readonly Need[];
  /** Makes the client. */
  readonly generate: Command;
  readonly build?: Command;
  readonly run: Command;
}

const needsGo: Need = {
  where: 'with Go',
  missing: (await runProgram('.', 'go', ['version'])).code === 0 ? undefined : 'there is no Go (https://go.dev/dl)',
  requiredBy: 'REQUIRE_GO',
  waivedBy: 'WITHOUT_GO',
};

const clients: readonly Client[] = [
  {
    name: 'go',
    needs: [needsGenerator, needsGo],
    generate: generateCommand('go', 'packageName=generated,withGoMod=false'),
    build: ['go', 'build', '-o', 'program', '.'],
    run: ['./program'],
  },
  {
    name: 'python',
    needs: [needsGenerator, needsPython],
    generate: generateCommand('python', 'packageName=animal_store'),
    run: [pythonProgram('python'), 'main.py'],
  },
  {
    name: 'openapi-fetch',
    needs: [],
    generate: [
      process.execPath,
      ...['../node_modules/openapi-typescript/bin/cli.js', '../openapi.json', '--output=generated.ts'],
    ],
    build: [process.execPath, projectFile('node_modules/typescript/bin/tsc'), '--pretty', 'false'],
    run: [process.execPath, 'main.ts'],
  },
];

const programs = projectFile('tools/outside/clients/programs');
const built = { form: 'built', startsWithin: 180_000 } as const;

// For every document with this version of OpenAPI; and about names that the test compares.
const harmless = /OpenAPI 3\.1 support is still in beta|Failed to get the schema name: null$/;

/** What the generator says that it did not understand. */
const complaintsIn = (output: string): readonly string[] =>
  output.split('\n').filter((line) => /\b(WARN|ERROR)\b|^Exception /.test(line) && !harmless.test(line));

let expected: string;

beforeAll(async () => {
  for (const { name } of clients) await rm(`${clientsFolder}/${name}`, { recursive: true, force: true });
  await cp(programs, clientsFolder, { recursive: true });
  await rm(`${clientsFolder}/node_modules`, { force: true });
  await symlink(projectFile('tools/node_modules'), `${clientsFolder}/node_modules`);
  const service = await startService(built);
  await writeFile(`${clientsFolder}/openapi.json`, await (await fetch(`${service.origin}/openapi.json`)).text());
  await service.stop();
  expected = await readFile(`${programs}/expected.txt`, 'utf8');
});

for (const { name, needs, generate, build, run } of clients) {
  const need = needs.find(({ missing }) => missing !== undefined) ?? { ...needsGenerator, missing: undefined };
  describeNeeding(need, name, () => {
    const execute = async ([program, ...args]: Command, env: NodeJS.ProcessEnv = {}): Promise<string> => {
      const options = { env: { ...process.env, ...env } };
      const { code, output } = await runProgram(`${clientsFolder}/${name}`, program, args, options);
      expect(code, `${program} ${args.join(' ')}\n${output.slice(-4000)}`).toBe(0);
      return output;
    };

    it('is generated without complaint, compiled, and does all that the API can', async () => {
      expect(complaintsIn(await execute(generate))).toEqual([]);
      const files = await readFile(`${clientsFolder}/${name}/generated/.openapi-generator/FILES`, 'utf8').catch(
        () => '',
      );
      // It makes such a model of a reference with siblings.
      expect(files).not.toMatch(/inline/i);
      if (build !== undefined) await execute(build);
      const service = await startService(built);
      onTestFinished(async () => void (await service.stop()));
      const env = { API_URL: service.baseUrl, API_KEY: service.apiKey, PYTHONPATH: 'generated' };
      expect(await execute(run, { ...env, PYTHONDONTWRITEBYTECODE: '1' })).toBe(expected);
    });
  });
}
