import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { describeNeeding, type Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { startServer } from '@animal-store/testkit/start-server';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateCommand, needsGenerator, needsGo, needsPython, pythonProgram, run } from './programs.ts';

type Command = readonly [program: string, ...args: string[]];

/** A folder of `programs`, what its client needs, and the commands that generate, compile and use the client. */
const clients: readonly (readonly [string, readonly Need[], Command, Command | undefined, Command])[] = [
  [
    'go',
    [needsGenerator, needsGo],
    generateCommand('go', 'packageName=generated,withGoMod=false'),
    ['go', 'build', '-o', 'program', '.'],
    ['./program'],
  ],
  [
    'python',
    [needsGenerator, needsPython],
    generateCommand('python', 'packageName=animal_store'),
    undefined,
    [pythonProgram('python'), 'main.py'],
  ],
  [
    'openapi-python-client',
    [needsPython],
    [
      ...([pythonProgram('openapi-python-client'), 'generate', '--path=openapi.json', '--config=config.yaml'] as const),
      ...['--output-path=generated/animal_store', '--meta=none', '--fail-on-warning'],
    ],
    undefined,
    [pythonProgram('python'), 'main.py'],
  ],
  [
    'openapi-fetch',
    [],
    [process.execPath, 'node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '--output=generated.ts'],
    [
      ...([
        process.execPath,
        projectFile('node_modules/typescript/bin/tsc'),
        'main.mts',
        '--noEmit',
        '--strict',
      ] as const),
      ...['--exactOptionalPropertyTypes', '--target', 'es2024', '--module', 'nodenext', '--types', 'node'],
      ...['--allowImportingTsExtensions', '--pretty', 'false'],
    ],
    [process.execPath, 'main.mts'],
  ],
];

/** A service, as a later version of it may respond: with another field and header, and an error code of its own. */
const startLaterVersion = async (origin: string): Promise<string> => {
  const server = createServer(async (req, res) => {
    const { authorization = '', 'content-type': type = '' } = req.headers;
    const response = await fetch(`${origin}${req.url}`, {
      method: req.method ?? '',
      headers: { authorization, ...(type && { 'content-type': type }) },
      body: req.method === 'POST' ? await text(req) : null,
    });
    // As text, because every integer stays exact.
    const body = (await response.text())
      .replaceAll('{"id":', '{"owner":{"since":2031},"id":')
      .replace(/"code":"[^"]*"/, '"code":"of_a_later_version","hints":["none"]');
    const { link, location, 'x-request-id': id } = Object.fromEntries(response.headers);
    const headers = { ...(link && { link }), ...(location && { location }), 'x-request-id': `${id}`, later: '1' };
    res.writeHead(response.status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  return `http://127.0.0.1:${await startServer(server)}`;
};

// What the generator says of every document with this version of OpenAPI; and about names that the test compares.
const harmless = /OpenAPI 3\.1 support is still in beta|Failed to get the schema name: null$/;

for (const [name, needs, generate, build, use] of clients) {
  const need = needs.find(({ missing }) => missing !== undefined) ?? { ...needsGenerator, missing: undefined };
  describeNeeding(need, name, () => {
    const folder = temporaryFolder(afterAll);

    const execute = async (command: Command, env: NodeJS.ProcessEnv = {}): Promise<string> => {
      const { code, output } = await run(command, folder, env);
      expect(code, `${command.join(' ')}\n${output.slice(-4000)}`).toBe(0);
      return output;
    };

    beforeAll(async () => {
      cpSync(projectFile(`tools/outside/programs/${name}`), folder, { recursive: true });
      symlinkSync(projectFile('tools/node_modules'), `${folder}/node_modules`);
      mkdirSync(`${folder}/generated`);
      writeFileSync(`${folder}/openapi.json`, JSON.stringify(createOpenApiDocument({ base: '/v1' })));
      const said = (await execute(generate)).split('\n');
      expect(said.filter((line) => /\b(WARN|ERROR)\b|^Exception /.test(line) && !harmless.test(line))).toEqual([]);
      if (build !== undefined) await execute(build);
    });

    it.each([
      ['this version', 'not_found', async (origin: string) => origin],
      ['a later version', 'of_a_later_version', startLaterVersion],
    ])('adds animals to %s of the service, lists them, and understands an error', async (_, code, start) => {
      const service = await startService();
      const origin = await start(service.origin);
      const env = { API_URL: `${origin}/v1`, API_KEY: service.apiKey, PYTHONPATH: 'generated' };
      expect((await execute(use, env)).trimEnd().split('\n')).toEqual([
        'added 1 Rex 9223372036854775807 available',
        'added 2 Zoë 🐈 -9223372036854775808 -',
        'added 3 Kim 1 available',
        'listed 1 2 3',
        ...['listed with the status 1 3', 'listed with the status 1 3'],
        `404 ${code} no animal has this id`,
      ]);
    });
  });
}
