import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { projectFile } from '@animal-store/testkit/project-file';
import { logLines, type RunningService, startService } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';

const run = promisify(execFile);

const read = (document: string): string => readFileSync(projectFile(document), 'utf8');

/** Headers that all responses have, and that examples leave out. */
const document = createOpenApiDocument({ base: '/v1' });
const commonNames = Object.keys(document['x-common-headers']);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => `${method.toUpperCase()} /v1${path}`),
);
const transport = ['Connection', 'Content-Length', 'Content-Type', 'Date', 'Keep-Alive'];
const commonHeaders = new RegExp(`^(${[...commonNames, ...transport].join('|')}): .*\\n`, 'gim');

/** The service in the examples of the guides. */
const host = '127.0.0.1:8080';

const endOfBlock = '\u001e';

/**
 * Sends the requests of a guide in one shell. Returns the guide with the actual responses, and those for which it has no block. A
 * block of curl commands (`sh`) is followed by one block (`http`): the response to the last of its commands, without the headers
 * that all responses have.
 */
const replay = async (guide: string, { origin, apiKey }: RunningService) => {
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  const script = [
    'set -eu',
    `curl() { command curl --connect-to ${host}:${new URL(origin).host} "$@"; }`,
    // The key is that of the running service.
    ...blocks.flatMap((block) => [block.replace(/^API_KEY=.*$/m, ''), `printf '${endOfBlock}'`]),
  ].join('\n');
  const { stdout } = await run('sh', ['-c', script], { env: { PATH: process.env['PATH'], API_KEY: apiKey } });
  const responses = stdout.split(endOfBlock).map((output) => {
    const last =
      output
        .split(/(?=HTTP\/1\.1 \d{3} )/)
        .at(-1)
        ?.replaceAll('\r\n', '\n') ?? '';
    const [head = '', body = ''] = last.split('\n\n');
    const shown = `${head}\n`.replaceAll(commonHeaders, '');
    return body === '' ? shown : `${shown}\n${body}\n`;
  });
  // The blocks that get no response have no output.
  const shown = responses.filter((response) => response.startsWith('HTTP/1.1 '));
  return {
    text: guide.replace(/^```http\n.*?^```$/gms, () => `\`\`\`http\n${shown.shift() ?? ''}\`\`\``),
    left: shown,
  };
};

it.each([
  ['docs/api.md', /^.*$/s, operations],
  ['README.md', /^## A tour in two minutes\n.*?(?=^## )/ms, []],
] as const)('%s shows the actual responses', async (guide, part, shown) => {
  const text = read(guide);
  const tour = part.exec(text)?.[0] ?? '';
  // The replayed text is the actual value, because `vitest run guides -u` writes the actual value to the file.
  const service = await startService();
  const replayed = await replay(tour, service);
  expect([tour.match(/^```http$/gm)?.length, replayed.left]).toEqual([expect.any(Number), []]);
  await expect(text.replace(tour, () => replayed.text)).toMatchFileSnapshot(projectFile(guide));
  // The log is whole when the service has ended.
  await service.stop();
  const requested = new Set(logLines(service.process).map(({ method, route }) => `${method} ${route}`));
  expect(
    shown.filter((operation) => !requested.has(operation)),
    'operations without an example',
  ).toEqual([]);
});

it('docs/api.md has an example of each parameter of the document', () => {
  const parameters = Object.values(document.components.parameters) as readonly Readonly<Record<string, string>>[];
  const written = parameters.map(({ name, in: place }) => [
    name,
    { query: `${name}=`, header: `${name}: ` }[place ?? ''],
  ]);
  const commands = [...read('docs/api.md').matchAll(/^```sh\n(.*?)^```$/gms)].map(([text]) => text).join('');
  expect(written.filter(([, spelt = '']) => !commands.includes(spelt)).map(([name]) => name)).toEqual([]);
});

it('docs/api.md shows what JavaScript prints', async () => {
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(read('docs/api.md')) ?? [];
  const expected = [...program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, printed]) => `${printed}\n`);
  expect(expected.length).toBeGreaterThan(0);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe(expected.join(''));
});

const documents = globSync(['*.md', '{docs,deploy,tools}/**/*.md', '{apps,examples,packages}/*/*.md'], {
  cwd: projectFile(''),
  exclude: ['**/node_modules/**'],
});

const proseOf = (document: string): string => read(document).replaceAll(/^ *```.*?^ *```$/gms, '');

/** The anchors that GitHub makes of the headings. */
const anchorsOf = (document: string): readonly string[] =>
  [...proseOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

it('the links in the documents lead somewhere', () => {
  expect(documents.length).toBeGreaterThan(20);
  const broken = documents.flatMap((document) =>
    [...proseOf(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      const [path, anchor] = link.split('#');
      const target = path ? join(dirname(document), path) : document;
      const isThere =
        existsSync(projectFile(target)) &&
        (anchor === undefined || statSync(projectFile(target)).isDirectory() || anchorsOf(target).includes(anchor));
      return isThere ? [] : [`${document}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});
