import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { publishablePackages } from '../boundaries/workspace-packages.ts';
import { compilers, lowestNodes } from './consumer.ts';
import { type Outcome, runProgram } from './run-program.ts';

const { folder } = inject('consumer');
const run = (program: string, ...args: readonly string[]): Promise<Outcome> => runProgram(folder, program, args);
const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text);
const nodeOf = (version: string): string =>
  version === process.versions.node ? process.execPath : join(folder, `node_modules/node-${version}/bin/node`);

/** The packages that allow a version of Node.js. A range begins with the lowest version. */
const allowed = (version: string): readonly string[] =>
  publishablePackages
    .filter(({ manifest: { engines } }) => {
      const [lowest = ''] = /\d+\.\d+\.\d+/.exec(engines.node) ?? [];
      return lowest.localeCompare(version, 'en', { numeric: true }) <= 0;
    })
    .map(({ manifest }) => manifest.name);

const compileOptions = {
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  rewriteRelativeImportExtensions: true,
  types: ['node'],
};

const samples: string[] = [];

/** Compiles a file for every package and the examples. Returns the compiler's output. */
const compile = async (name: string, compiler: string, options: object): Promise<Outcome> => {
  const config = `tsconfig.${name.replaceAll(/\W+/g, '-')}.json`;
  const files = ['every-package.ts', ...samples, ...globSync('examples/*/*.ts', { cwd: folder })];
  await write(config, JSON.stringify({ compilerOptions: { ...compileOptions, ...options }, files }));
  return run(process.execPath, `node_modules/${compiler}/bin/tsc`, '-p', config, '--pretty', 'false');
};

const blocksIn = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);

/** The self-contained samples of the READMEs and of the guides, as files. */
const writeSamples = async (): Promise<void> => {
  const texts = publishablePackages.map(({ manifest }) => join(folder, 'node_modules', manifest.name, 'README.md'));
  const guides = ['use-the-domain', 'extend'].map((name) => join(projectFolder, `docs/${name}.md`));
  for (const [place, path] of [...texts, ...guides].entries()) {
    const blocks = blocksIn(path);
    expect(blocks, `${path} shows how it is used`).not.toEqual([]);
    for (const [index, code] of blocks.filter((block) => !block.includes("from './")).entries()) {
      const name = `sample-${place}-${index}.ts`;
      samples.push(name);
      await write(name, code);
    }
  }
};

const done: Outcome = { code: 0, output: '' };

beforeAll(async () => {
  const names = publishablePackages.map(({ manifest }) => manifest.name);
  const namespaceOf = (name: string): string => name.replaceAll(/\W+/g, '_');
  await writeSamples();
  await write('every-package.ts', names.map((name) => `export * as ${namespaceOf(name)} from '${name}';\n`).join(''));
});

describe.each(Object.keys(compilers))('%s', (compiler) => {
  test.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('module %s, moduleResolution %s', async (module, moduleResolution) => {
    const options = { module, moduleResolution, noEmit: true };
    expect(await compile(`${compiler}-${moduleResolution}`, compiler, options)).toEqual(done);
  });

  test('accepts an animal of one package as an animal of another, and no text as an id', async () => {
    const source = `import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore, type PetId } from '@animal-store/domain';
import type { PetRepositoryFixture } from '@animal-store/domain-testkit';
export const pets: PetRepositoryFixture['pets'] = createMemoryPetRepository();
export const store = createAnimalStore({ pets });
export const id: PetId = '1';
`;
    await write('one-copy.ts', source);
    const config = { ...compileOptions, module: 'nodenext', skipLibCheck: true, noEmit: true };
    await write('tsconfig.one-copy.json', JSON.stringify({ compilerOptions: config, files: ['one-copy.ts'] }));
    const { output } = await run(
      process.execPath,
      `node_modules/${compiler}/bin/tsc`,
      ...['-p', 'tsconfig.one-copy.json', '--pretty', 'false'],
    );
    expect(output.match(/^\S+\(\d+,\d+\): error TS\d+/gm)).toEqual(['one-copy.ts(6,14): error TS2322']);
  });
});

test.each([...lowestNodes, process.versions.node])(
  'Node.js %s imports and requires every package that allows it, with the same exports',
  async (version) => {
    const names = allowed(version);
    const script = `const load = async () => {
      for (const name of ${JSON.stringify(names)}) {
        const imported = Object.keys(await import(name)).filter((key) => key !== 'module.exports');
        const required = Object.keys(require(name)).filter((key) => key !== '__esModule');
        console.log(name, imported.length > 0, imported.join() === required.join());
      }
    };
    load();`;
    await write('load.cjs', script);
    const { code, output } = await run(nodeOf(version), '--no-warnings', 'load.cjs');
    expect({ code, output }).toEqual({ code: 0, output: names.map((name) => `${name} true true\n`).join('') });
  },
);

describe('the examples', () => {
  beforeAll(async () => {
    const options = { module: 'nodenext', outDir: 'compiled', rootDir: '.', skipLibCheck: true };
    expect(await compile('examples', 'typescript7', options)).toEqual(done);
  });

  const oldVersions = ['20.19.0', '22.12.0'].filter((version) => lowestNodes.includes(version));

  test.each([...oldVersions, process.versions.node])('queue-consumer, Node.js %s', async (version) => {
    const messages = [
      '{"name":"Rex","categoryId":9223372036854775807,"status":"sold"}',
      '{"name":"Kim","categoryId":9007199254740993}',
      '{"name":7,"categoryId":9007199254740992.5}',
      'no JSON',
    ];
    const { code, output } = await runProgram(
      folder,
      nodeOf(version),
      ['compiled/examples/queue-consumer/consume.js'],
      {
        input: messages.join('\n'),
      },
    );
    expect({ code, lines: output.trimEnd().split('\n') }).toEqual({
      code: 0,
      lines: [
        'accepted: Rex of category 9223372036854775807, sold',
        'accepted: Kim of category 9007199254740993, no status',
        'refused: name must be a string; categoryId must be an integer between -9223372036854775808 and 9223372036854775807, in plain digits',
        'refused: the message must be well-formed JSON',
      ],
    });
  });

  const { petRepositoryContract, ...testkit } = createRequire(join(folder, 'package.json'))(
    '@animal-store/domain-testkit',
  );
  const durable = ['apiKeyRepository', 'durablePetRepository', 'durableApiKeyRepository', 'petMaintenance'];
  const lawsOfDurable = durable.flatMap((name) => testkit[`${name}Contract`]);

  test.each([
    ...[...oldVersions, process.versions.node].map((node) => ['own-adapter', node, petRepositoryContract.length]),
    ['durable-adapter', process.versions.node, petRepositoryContract.length + lawsOfDurable.length],
    ['own-port', process.versions.node, 3],
  ])('%s keeps every law, Node.js %s', async (example, version, laws) => {
    const files = globSync(`compiled/examples/${example}/*.test.js`, { cwd: folder });
    const { code, output } = await run(nodeOf(version), '--test', '--test-reporter=tap', ...files);
    expect({ code, held: output.match(/^ {4,}ok \d+ - /gm)?.length }).toEqual({ code: 0, held: laws });
  });

  test('fastify-service authenticates, pages, filters, retries and keeps integers exact', async () => {
    const script = `
      const { createMemoryPetRepository } = await import('@animal-store/adapter-memory');
      const { createAnimalStore } = await import('@animal-store/domain');
      const { createAccess } = await import('./compiled/examples/koa-app/create-access.js');
      const { createShop } = await import('./examples/fastify-service/create-shop.ts');
      const { access, apiKey } = await createAccess();
      const shop = createShop(createAnimalStore({ pets: createMemoryPetRepository() }), access);
      const send = async (url, payload, more = {}) => {
        const headers = { authorization: 'Bearer ' + apiKey, ...more };
        if (payload) headers['content-type'] = 'application/json';
        const response = await shop.inject({ method: payload ? 'POST' : 'GET', url, headers, payload });
        console.log(response.statusCode, response.headers.link ?? '', response.body);
      };
      await send('/animals', '{"name":"Rex","categoryId":9223372036854775807,"status":"sold"}', { 'idempotency-key': 'k' });
      await send('/animals', '{"name":"Rex","categoryId":9223372036854775807,"status":"sold"}', { 'idempotency-key': 'k' });
      await send('/animals', '{"name":"Kim","categoryId":1}', { 'idempotency-key': 'k' });
      await send('/animals', '{"name":"Kim","categoryId":1}');
      await send('/animals', '{"name":"Rex"}');
      await send('/animals?limit=1');
      await send('/animals?limit=1&after=1');
      await send('/animals?status=sold');
      await send('/animals?limit=0');
      await send('/animals/1');
      await send('/animals/3');
      await send('/animals', undefined, { authorization: 'Bearer ask_none' });`;
    const rex = '{"id":1,"name":"Rex","categoryId":9223372036854775807,"status":"sold"}';
    const kim = '{"id":2,"name":"Kim","categoryId":1}';
    expect(await run(process.execPath, '--input-type=module', '--eval', script)).toEqual({
      code: 0,
      output: [
        `201  ${rex}`,
        `201  ${rex}`,
        '422  {"reason":"IdempotencyKeyReused"}',
        `201  ${kim}`,
        '400  {"reason":"InvalidPet","violations":[{"path":"categoryId","message":"is required"}]}',
        `200 </animals?limit=1&after=1>; rel="next" [${rex}]`,
        `200  [${kim}]`,
        `200  [${rex}]`,
        '400  {"reason":"InvalidQuery"}',
        `200  ${rex}`,
        '404  {"reason":"PetNotFound"}',
        '401  {"reason":"Unauthenticated"}',
        '',
      ].join('\n'),
    });
  });

  test('koa-app logs what the API responds, and keeps its own routes and errors', async () => {
    const script = `
      const { once } = await import('node:events');
      const { createAccess } = await import('./compiled/examples/koa-app/create-access.js');
      const { createApp } = await import('./compiled/examples/koa-app/create-app.js');
      const { access, apiKey } = await createAccess();
      const server = createApp(access, (line) => console.log('log:', line)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const send = async (path, init = {}) => {
        const headers = { Authorization: 'Bearer ' + apiKey, 'Content-Type': 'application/json' };
        const response = await fetch('http://127.0.0.1:' + server.address().port + path, { ...init, headers });
        console.log(await response.text());
      };
      await send('/animals/v1/pets', { method: 'POST', body: '{"name":"Rex","categoryId":9223372036854775807}' });
      await send('/animals/v1/pets');
      await send('/hours');
      await send('/broken');
      await send('/nothing');
      server.close();`;
    const rex = '{"id":1,"name":"Rex","categoryId":9223372036854775807}';
    const { code, output } = await run(process.execPath, '--input-type=module', '--eval', script);
    expect({ code, lines: output.trimEnd().split('\n') }).toEqual({
      code: 0,
      lines: [
        ...[`log: POST /animals/v1/pets 201, ${rex.length} bytes`, rex],
        ...[`log: GET /animals/v1/pets 200, ${rex.length + 2} bytes`, `[${rex}]`],
        ...['log: GET /hours 200, 12 bytes', 'open all day'],
        ...['log: error: a fault of this application', 'log: GET /broken 500, 13 bytes', 'We are sorry.'],
        ...['log: GET /nothing 404, undefined bytes', 'Not Found'],
      ],
    });
  });
});
