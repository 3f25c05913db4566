import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  type CheckResponse,
  type HttpResponse,
  parseResponse,
  type RunningApi,
  text,
} from '@animal-store/testkit/http';

/** Headers that all responses have, and that examples leave out. `checkResponse` checks those of the service. */
const commonHeaders = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'x-content-type-options',
]);

const fence = /^```(sh|http)\n(.*?)^```$/gms;

/** The service in the examples of the guides. */
const host = '127.0.0.1:8080';

const endOfBlock = '\u001e';

/** Runs blocks of commands in one shell. Returns the output of each, and the requests of curl. */
const runBlocks = async (blocks: readonly string[], { origin, apiKey }: RunningApi) => {
  const connectTo = `--connect-to ${host}:${new URL(origin).host}`;
  const script = [
    'set -eu',
    `curl() { command curl ${connectTo} --write-out '%{stderr}%{method} %{url}\\n' "$@"; }`,
    // The key is that of the running service.
    ...blocks.flatMap((block) => [block.replace(/^API_KEY=.*$/m, ''), `printf '${endOfBlock}'`]),
  ].join('\n');
  const env = { PATH: process.env['PATH'], API_KEY: apiKey };
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', script], { env, encoding: 'buffer' });
  const sent = stderr.toString().trimEnd().split('\n');
  return { outputs: stdout.toString('latin1').split(endOfBlock), sent };
};

const spell = (response: HttpResponse, block: string): string => {
  const isShown = (name: string): boolean =>
    !commonHeaders.has(name) && (name !== 'x-request-id' || /x-request-id:/i.test(block));
  const shown = response.headers.filter(([name]) => isShown(name.toLowerCase()));
  const head = [`HTTP/1.1 ${response.status} ${response.reason}`, ...shown.map(([name, value]) => `${name}: ${value}`)];
  const body = text(response);
  return [...head, ...(body === '' ? [] : ['', body]), ''].join('\n');
};

/**
 * Sends the requests of a guide in their order. Returns the guide with the actual responses, and the requests that were sent,
 * such as `GET /v1/pets 200`. A block of curl
 * commands (`sh`) is followed by one block (`http`): the response to the last of its commands, without the headers that
 * all responses have.
 */
export const replayGuide = async (guide: string, api: RunningApi, check: CheckResponse) => {
  const blocks = [...guide.matchAll(fence)].flatMap(([, language, block = '']) => (language === 'sh' ? [block] : []));
  const { outputs, sent } = await runBlocks(blocks, api);
  const requests: string[] = [];

  const lastResponse = (output: string): HttpResponse | undefined => {
    let rest = Buffer.from(output, 'latin1');
    let last: HttpResponse | undefined;
    while (rest.length > 0) {
      const [method = '', url = ''] = sent[requests.length]?.split(' ') ?? [];
      const target = url.replace(`http://${host}`, '');
      const parsed = parseResponse(rest, method);
      if (parsed === undefined) throw new Error(`The response to ${method} ${target} is incomplete`);
      check({ method, target }, parsed.response);
      requests.push(`${method} ${target} ${parsed.response.status}`);
      last = parsed.response;
      rest = Buffer.from(parsed.rest);
    }
    return last;
  };

  let waiting: string | undefined;
  const replayed = guide.replace(fence, (whole, language: string, block: string) => {
    if ((waiting === undefined) === (language === 'http'))
      throw new Error(`A request has no response, or none: ${whole}`);
    const shown = waiting;
    waiting = undefined;
    if (language === 'http') return `\`\`\`http\n${shown}\`\`\``;
    const response = lastResponse(outputs.shift() ?? '');
    waiting = response && spell(response, block);
    return whole;
  });
  if (waiting !== undefined)
    throw new Error(`There is no example response at the end, but a response arrived: ${waiting}`);
  return { text: replayed, requests };
};
