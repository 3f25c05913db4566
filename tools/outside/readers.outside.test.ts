import { mkdirSync, writeFileSync } from 'node:fs';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { describeNeeding, type Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { runToEnd, startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished } from 'vitest';
import { generateCommand, needsGenerator, needsPython, pythonProgram, run } from './programs.ts';

const readers = projectFile('tools/outside/programs/readers');

/** Installs the readers, unless they are there. Returns what is missing. */
const installReaders = async (): Promise<string | undefined> => {
  const { code, output } = await run(['npx', '--yes', '--prefer-offline', 'pnpm@12.21.0', 'install'], readers);
  return code === 0 ? undefined : output;
};

const needsReaders: Need = {
  where: "with other people's readers of the OpenAPI document",
  missing: await installReaders(),
  requiredBy: 'REQUIRE_READERS',
};

interface Document {
  readonly text: string;
  /** The URL at which a service serves it. */
  readonly url?: string;
}

const serve = async (env: Readonly<Record<string, string>>): Promise<Document> => {
  const service = await startService({ env });
  onTestFinished(async () => void (await service.stop()));
  const url = `http://127.0.0.1:${new URL(service.origin).port}/openapi.json`;
  return { url, text: await (await fetch(url)).text() };
};

const base = 'https://api.test/animals/v1';

/** The documents: with BASE_URL, on loopback, on all addresses, and that of the command line. */
const makeDocuments = (): Promise<readonly [Document, Document, Document, Document]> =>
  Promise.all([
    ...([serve({ BASE_URL: base }), serve({}), serve({ HOST: '0.0.0.0' })] as const),
    runToEnd({ args: ['openapi'] }).then(({ stdout }) => ({ text: stdout })),
  ]);

/** What the readers make of a document whose server is `server`, or `resolved` relative to the URL of the document. */
const readAs = (server: string, resolved?: string): object => {
  const list = { url: `${server}/pets`, key: null };
  // Postman invents a value at the import, and sends it with each request: docs/clients.md says what to do.
  const postman = { url: `${server}/pets`, key: expect.stringMatching(/^.+$/) };
  return {
    'swagger-client, text': list,
    'openapi-client-axios, text': list,
    'hey-api, text': { url: `${server}/pets` },
    'orval, text': { url: `${server}/pets` },
    'Bruno, text': list,
    'Insomnia, text': list,
    'Postman, Example': { ...postman, query: { limit: '50', status: 'available', cursor: 'MS4wLmF2YWlsYWJsZQ' } },
    'Postman, Schema': { ...postman, query: { limit: '20', status: expect.any(String), cursor: '<string>' } },
    ...(resolved !== undefined && {
      'swagger-client, URL': { url: `${resolved}/pets`, key: null },
      'openapi-client-axios, URL': list,
      'hey-api, URL': { url: `${server}/pets` },
    }),
  };
};

describeNeeding(needsReaders, 'the OpenAPI document, read by swagger-parser, clients and generators,', () => {
  it('is valid, and names no other server than its own', async () => {
    const documents = await makeDocuments();
    const program = [process.execPath, `${readers}/main.mjs`, JSON.stringify(documents)] as const;
    const { code, output } = await run(program);
    expect(code, output).toBe(0);
    const [, onLoopback, onAll] = documents.map(({ url = '' }) => url.replace('/openapi.json', '/v1'));
    const calls = JSON.parse(output);
    // Of the readers, swagger-client alone resolves a relative server. The others leave it to their user.
    expect(calls).toEqual([
      readAs(base, base),
      readAs(`${onLoopback}`, onLoopback),
      readAs('/v1', onAll),
      readAs('/v1'),
    ]);
    const keys = calls.map((outcome: Record<string, { readonly key: string }>) => outcome['Postman, Example']?.key);
    expect(new Set(keys).size).toBe(4);
  });
});

// k6 itself sends nothing here: its modules are replaced by ones that print what they are given.
const k6 = {
  'k6/package.json': '{ "type": "module", "exports": { ".": "./k6.js", "./http": "./http.js" } }',
  'k6/k6.js': 'export const group = (_, run) => run(); export const check = () => {}; export const sleep = check;',
  'k6/http.js': `const print = (...given) => console.log(JSON.stringify(given));
    export default {
      get: (url, { headers }) => print('GET', url, Object.keys(headers)),
      post: (url, body, { headers }) => print('POST', url, Object.keys(headers), JSON.parse(body)),
    };`,
};

describeNeeding(needsGenerator, 'the OpenAPI document, as a script for k6,', () => {
  it('requests each operation of its server, with no idempotency key', async () => {
    const folder = temporaryFolder();
    mkdirSync(`${folder}/node_modules/k6`, { recursive: true });
    for (const [file, content] of Object.entries(k6)) writeFileSync(`${folder}/node_modules/${file}`, content);
    writeFileSync(`${folder}/openapi.json`, JSON.stringify(createOpenApiDocument({ base })));
    const generated = await run(generateCommand('k6', ''), folder);
    expect(generated.code, generated.output).toBe(0);
    const script = `${folder}/generated/script.js`;
    const { output } = await run([process.execPath, '--eval', `import('${script}').then((k6) => k6.default())`]);
    const printed = output.split('\n').filter((line) => line.startsWith('['));
    const headers = ['Authorization', 'Accept'];
    expect(printed.map((line) => JSON.parse(line))).toEqual([
      ['GET', `${base}/pets`, headers],
      ['POST', `${base}/pets`, ['Content-Type', ...headers], { name: 'Rex', categoryId: 1, status: 'available' }],
      ['GET', `${base}/pets/1`, headers],
    ]);
  });
});

describeNeeding(needsPython, 'the OpenAPI document, read by openapi-spec-validator,', () => {
  it('is valid', async () => {
    const folder = temporaryFolder();
    const files = (await makeDocuments()).map(({ text }, index) => {
      writeFileSync(`${folder}/${index}.json`, text);
      return `${folder}/${index}.json`;
    });
    const { code, output } = await run([pythonProgram('openapi-spec-validator'), ...files]);
    expect(code, output).toBe(0);
    expect(output.match(/: OK$/gm)).toHaveLength(4);
  });
});
