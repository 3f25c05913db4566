import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Consumer, createConsumer, project } from './consumer.ts';

const packages = globSync('{packages,apps}/*', { cwd: project })
  .toSorted()
  .map((folder) => {
    const manifest = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8'));
    const entries = Object.keys(manifest.exports).map((entry) => manifest.name + entry.slice(1));
    return { folder, name: manifest.name as string, entries, runsOn20: manifest.engines.node.startsWith('^20.19.0') };
  });
const entries = packages.flatMap((each) => each.entries);

// The oldest one that docs/use-the-domain.md names, and that of this project.
const compilers = ['5.4', '7.0'] as const;
const done = { code: 0, output: '' };

let consumer: Consumer;
const samples: string[] = [];

/** Writes the self-contained samples of the READMEs and guides as files. */
const writeSamples = (): void => {
  const guides = ['docs/use-the-domain.md'];
  for (const [place, path] of [...packages.map(({ folder }) => `${folder}/README.md`), ...guides].entries()) {
    const blocks = readFileSync(join(project, path), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms);
    for (const [index, [, code = '']] of [...blocks].entries()) {
      if (code.includes("from './")) continue;
      samples.push(`sample-${place}-${index}.ts`);
      consumer.write(`sample-${place}-${index}.ts`, code);
    }
  }
};

beforeAll(() => {
  consumer = createConsumer(['fastify-service', 'koa-app', 'durable-adapter', 'tests-of-a-client'], {
    ...Object.fromEntries(compilers.map((version) => [`typescript-${version}`, `npm:typescript@${version}`])),
    'node-20': 'npm:node@20.19.0',
    jest: '^30.0.0',
    '@types/node': '^24.0.0',
    'fast-check': '^4.10.2',
  });
  writeSamples();
  consumer.write('every-package.ts', entries.map((entry, n) => `export * as p${n} from '${entry}';\n`).join(''));
});

afterAll(() => consumer?.remove());

describe.each(packages)('$name', ({ folder, entries: own }) => {
  const tarball = () => new Uint8Array(readFileSync(consumer.tarballs.get(basename(folder)) ?? ''));

  test('satisfies publint', async () => {
    expect((await publint({ pack: { tarball: tarball().buffer }, strict: true })).messages).toEqual([]);
  });

  test('has the types of what it exports', async () => {
    const { problems = [] } = (await checkPackage(createPackageFromTarballData(tarball()))) as {
      readonly problems?: readonly { readonly kind: string; readonly resolutionKind: string }[];
    };
    // `node10` does not support `exports`. CommonJS needs require(esm), which `engines` requires and older compilers do not know.
    const known = ['node10 NoResolution', 'node16-cjs CJSResolvesToESM'];
    expect(problems.map(({ resolutionKind, kind }) => `${resolutionKind} ${kind}`).toSorted()).toEqual(
      own.flatMap(() => known).toSorted(),
    );
  });
});

const compile = (name: string, compiler: string, options: object, files: readonly string[], cwd = '') => {
  const shared = { target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const compilerOptions = { ...shared, types: ['node'], skipLibCheck: compiler === '5.4', ...options };
  consumer.write(join(cwd, `tsconfig.${name}.json`), JSON.stringify({ compilerOptions, files }));
  const tsc = join(consumer.folder, `node_modules/typescript-${compiler}/bin/tsc`);
  return consumer.node([tsc, '-p', `tsconfig.${name}.json`, '--pretty', 'false'], { cwd });
};

describe.each(compilers)('TypeScript %s', (compiler) => {
  test.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('module %s, moduleResolution %s', async (module, moduleResolution) => {
    const options = { module, moduleResolution, noEmit: true };
    expect(await compile(moduleResolution, compiler, options, ['every-package.ts', ...samples])).toEqual(done);
  });
});

test('the guide names the oldest compiler that is tested', () => {
  expect(readFileSync(join(project, 'docs/use-the-domain.md'), 'utf8')).toContain(
    `TypeScript must be ${compilers[0]} or later`,
  );
});

describe('CommonJS', () => {
  test('compiles with nodenext, as the guide says', async () => {
    consumer.write('every-package.cts', entries.map((entry, n) => `export * as p${n} from '${entry}';\n`).join(''));
    const options = { module: 'nodenext', moduleResolution: 'nodenext', noEmit: true };
    expect(await compile('commonjs', '7.0', options, ['every-package.cts'])).toEqual(done);
  });

  test.each([
    ['20.19.0', packages.filter(({ runsOn20 }) => runsOn20)],
    ['24', packages],
  ])('Node.js %s imports and requires each package that allows it, with the same exports', async (version, allowed) => {
    const names = allowed.flatMap((each) => each.entries);
    const script = `const load = async () => {
      for (const name of ${JSON.stringify(names)}) {
        const imported = Object.keys(await import(name)).filter((key) => key !== 'module.exports');
        const required = Object.keys(require(name)).filter((key) => key !== '__esModule');
        console.log(name, imported.length > 0, imported.join() === required.join());
      }
    };
    load();`;
    consumer.write('load.cjs', script);
    const node = version === '24' ? process.execPath : join(consumer.folder, 'node_modules/node-20/bin/node');
    expect(await consumer.node(['--no-warnings', 'load.cjs'], { node })).toEqual({
      code: 0,
      output: names.map((name) => `${name} true true\n`).join(''),
    });
  });

  test('Jest runs tests of the domain and the client, as the guide says', async () => {
    expect(readFileSync(join(project, 'docs/use-the-domain.md'), 'utf8')).toContain(
      'NODE_OPTIONS=--experimental-vm-modules npx jest',
    );
    consumer.write('jest.config.cjs', "module.exports = { testMatch: ['**/*.jest.js'], transform: {} };");
    consumer.write(
      'animals.jest.js',
      `import { createAnimalStoreClient } from '@animal-store/client';
       import { parseNewPetJson, petJson } from '@animal-store/domain';
       test('exact', () => {
         expect(createAnimalStoreClient).toBeInstanceOf(Function);
         const { right } = parseNewPetJson('{"name":"Rex","categoryId":9223372036854775807}');
         expect(petJson({ id: 1n, ...right })).toBe('{"id":1,"name":"Rex","categoryId":9223372036854775807}');
       });`,
    );
    const { code, output } = await consumer.node(['--experimental-vm-modules', 'node_modules/jest/bin/jest.js']);
    expect(code, output).toBe(0);
  });
});

describe('a program on each package', () => {
  const exact = '{"name":"Rex","categoryId":9223372036854775807}';

  test.each([
    ['adapter-mongodb', "(await connectMongo('mongodb://')())._tag", 'connectMongo', 'Left'],
    ['adapter-postgres', "(await connectPostgres('nothing')())._tag", 'connectPostgres', 'Left'],
    ['adapter-sqlite', "(await openSqlite('/no/such/folder/animals.db')())._tag", 'openSqlite', 'Left'],
    [
      'client',
      "createAnimalStoreClient({ baseUrl: 'http://127.0.0.1', apiKey: 'a' }).pets.length > 0",
      'createAnimalStoreClient',
      'true',
    ],
  ])('%s: %s', async (name, expression, imported, printed) => {
    const script = `import { ${imported} } from '@animal-store/${name}'; console.log(String(${expression}));`;
    expect(await consumer.node(['--input-type=module', '--eval', script])).toEqual({ code: 0, output: `${printed}\n` });
  });

  test('the command of the service starts and stops', async () => {
    const bin = join(consumer.folder, 'node_modules/.bin/animal-store');
    const script = `
      const env = { PATH: process.env.PATH, PORT: '0', ADMIN_PORT: '0' };
      const service = require('node:child_process').spawn(${JSON.stringify(bin)}, ['serve'], { env });
      service.stdout.setEncoding('utf8').on('data', async (line) => {
        const { msg, url } = JSON.parse(line.split('\\n')[0]);
        if (msg !== 'listening') return;
        for (const path of ['/readyz', '/docs', '/docs/docs-page.js', '/openapi.json'])
          console.log(path, (await fetch(url + path)).status);
        service.kill('SIGTERM');
      });
      service.on('exit', (code) => console.log('exit', code));`;
    const lines = ['/readyz 200', '/docs 200', '/docs/docs-page.js 200', '/openapi.json 200', 'exit 0'];
    expect(await consumer.node(['--eval', script])).toEqual({ code: 0, output: `${lines.join('\n')}\n` });
  });

  test('examples/durable-adapter keeps every law', async () => {
    const { code, output } = await consumer.node(['--test', '--test-reporter=tap'], {
      cwd: 'examples/durable-adapter',
    });
    expect({ code, broken: output.match(/^ *not ok .*/gm) }, output).toEqual({ code: 0, broken: null });
    expect(Number(/^# pass (\d+)/m.exec(output)?.[1])).toBeGreaterThan(20);
  });

  test('examples/tests-of-a-client passes', async () => {
    const vitest = join(consumer.folder, 'node_modules/vitest/vitest.mjs');
    const { code, output } = await consumer.node([vitest, 'run'], { cwd: 'examples/tests-of-a-client' });
    expect(code, output).toBe(0);
    expect(output).toMatch(/Tests +2 passed/);
  });

  test('examples/fastify-service authenticates, pages, retries and keeps integers exact', async () => {
    const script = `
      const { createMemoryApiKeyRepository, createMemoryPetRepository } = await import('@animal-store/adapter-memory');
      const { createAnimalStore } = await import('@animal-store/domain');
      const { createAccess } = await import('./examples/koa-app/create-access.ts');
      const { createShop } = await import('./examples/fastify-service/create-shop.ts');
      const { access, apiKey } = await createAccess();
      const shop = createShop(createAnimalStore({ pets: createMemoryPetRepository() }), access);
      const send = async (url, payload, more = {}) => {
        const headers = { authorization: 'Bearer ' + apiKey, ...(payload && { 'content-type': 'application/json' }), ...more };
        const response = await shop.inject({ method: payload ? 'POST' : 'GET', url, headers, payload });
        console.log(response.statusCode, response.headers.link ?? '', response.body);
      };
      await send('/animals', '${exact}', { 'idempotency-key': 'k' });
      await send('/animals', '${exact}', { 'idempotency-key': 'k' });
      await send('/animals', '{"name":"Kim","categoryId":1}', { 'idempotency-key': 'k' });
      await send('/animals', '{"name":"Kim","categoryId":1}');
      await send('/animals', '{"name":"Rex"}');
      await send('/animals?limit=1');
      await send('/animals', undefined, { authorization: 'Bearer ask_none' });`;
    const rex = '{"id":1,"name":"Rex","categoryId":9223372036854775807}';
    const lines = [
      `201  ${rex}`,
      `201  ${rex}`,
      '422  {"reason":"IdempotencyKeyReused"}',
      '201  {"id":2,"name":"Kim","categoryId":1}',
      '400  {"reason":"InvalidPet","violations":[{"path":"categoryId","message":"is required"}]}',
      `200 </animals?limit=1&after=1>; rel="next" [${rex}]`,
      '401  {"reason":"Unauthenticated"}',
    ];
    expect(await consumer.node(['--input-type=module', '--eval', script])).toEqual({
      code: 0,
      output: `${lines.join('\n')}\n`,
    });
  });

  test('examples/koa-app logs what the API responds, and keeps its own routes and errors', async () => {
    const script = `
      const { once } = await import('node:events');
      const { createAccess } = await import('./examples/koa-app/create-access.ts');
      const { createApp } = await import('./examples/koa-app/create-app.ts');
      const { access, apiKey } = await createAccess();
      const server = createApp(access, (line) => console.log('log:', line)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const send = async (path, init = {}) => {
        const headers = { Authorization: 'Bearer ' + apiKey, 'Content-Type': 'application/json' };
        const response = await fetch('http://127.0.0.1:' + server.address().port + path, { ...init, headers });
        console.log(await response.text());
      };
      await send('/animals/v1/pets', { method: 'POST', body: '${exact}' });
      await send('/hours');
      await send('/broken');
      server.close();
      server.closeAllConnections();`;
    const { code, output } = await consumer.node(['--input-type=module', '--eval', script]);
    const rex = '{"id":1,"name":"Rex","categoryId":9223372036854775807}';
    expect({ code, lines: output.trimEnd().split('\n') }).toEqual({
      code: 0,
      lines: [
        ...[`log: POST /animals/v1/pets 201, ${rex.length} bytes`, rex],
        ...['log: GET /hours 200, 12 bytes', 'open all day'],
        ...['log: error: a fault of this application', 'log: GET /broken 500, 13 bytes', 'We are sorry.'],
      ],
    });
  });
});
