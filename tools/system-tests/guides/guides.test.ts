import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { newPetFields } from '@animal-store/domain';
import { projectFile } from '@animal-store/testkit/project-file';
import { logLines, type RunningService, startService } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';

const run = promisify(execFile);

const read = (document: string): string => readFileSync(projectFile(document), 'utf8');

const document = createOpenApiDocument({ base: '/v1' });

/** Headers that all responses have, and that examples leave out. */
const commonHeaders = new RegExp(
  `^(${[
    ...Object.keys(document['x-common-headers']),
    ...['Connection', 'Content-Length', 'Content-Type', 'Date', 'Keep-Alive'],
  ].join('|')}): .*\\n`,
  'gim',
);

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
  const outputs = stdout.replaceAll('\r\n', '\n').split(endOfBlock);
  const responses = outputs.map((output) => {
    const last = output.split(/(?=HTTP\/1\.1 \d{3} )/).at(-1) ?? '';
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

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => `${method.toUpperCase()} /v1${path}`),
);

it.each([
  ['docs/api.md', /^.*$/s, operations],
  ['README.md', /^## A tour in two minutes\n.*?(?=^## )/ms, []],
])('%s shows the actual responses, and each operation', async (guide, part, shown) => {
  const text = read(guide);
  const tour = part.exec(text)?.[0] ?? '';
  const service = await startService();
  const replayed = await replay(tour, service);
  expect([tour.includes('```http'), replayed.left]).toEqual([true, []]);
  // The replayed text is the actual value, because `vitest run guides -u` writes the actual value to the file.
  await expect(text.replace(tour, () => replayed.text)).toMatchFileSnapshot(projectFile(guide));
  // The log is whole when the service has ended.
  await service.stop();
  const requested = logLines(service.process).map(({ method, route }) => `${method} ${route}`);
  expect(requested).toEqual(expect.arrayContaining(shown));
});

it('docs/api.md has an example of each parameter, and of each field of a new animal', () => {
  const parameters = Object.values(document.components.parameters) as readonly {
    readonly name: string;
    readonly in: string;
  }[];
  const named = parameters.map(({ name, in: place }) => ({ query: `${name}=`, header: `${name}: ` })[place] ?? '');
  const commands = Array.from(read('docs/api.md').matchAll(/^```sh\n(.*?)^```$/gms), ([text]) => text).join('');
  const spelt = [...named, ...newPetFields.map((name) => `"${name}":`)];
  expect(spelt.filter((text) => !commands.includes(text))).toEqual([]);
});

it('docs/api.md shows what JavaScript prints', async () => {
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(read('docs/api.md')) ?? [];
  const expected = [...program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, printed]) => `${printed}\n`);
  expect(expected.length).toBeGreaterThan(0);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe(expected.join(''));
});

const documents = globSync('**/*.md', { cwd: projectFile(''), exclude: ['**/{node_modules,dist,coverage}'] });

/** A document without its blocks of code. */
const proseOf = (document: string): string => read(document).replaceAll(/^ *```.*?^ *```$/gms, '');

/** Whether a heading of a document has this anchor on GitHub. */
const hasAnchor = (document: string, anchor: string): boolean =>
  Array.from(proseOf(document).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading.toLowerCase()).some(
    (heading) => heading.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-') === anchor,
  );

it.each(documents)('the links of %s lead somewhere', (document) => {
  const links = Array.from(proseOf(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, link = '']) => link);
  const broken = links.filter((link) => {
    const [path, anchor] = link.split('#');
    const target = path ? join(dirname(document), path) : document;
    return !existsSync(projectFile(target)) || (anchor !== undefined && !hasAnchor(target, anchor));
  });
  expect(broken).toEqual([]);
});
