import { type ContractApi, type HttpResponse, type RunningApi, text } from '@animal-store/testkit/http';
import { type CurlRequest, createShell, type Shell } from './shell.ts';

/** Headers that all responses have, and that examples leave out. `checkResponse` checks those of the service. */
const commonHeaders = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'x-content-type-options',
  'x-request-id',
]);

const fence = /^```(sh|http)\n(.*?)^```$/gms;

/** The origin of the service in the examples of the guides. */
const origin = 'http://127.0.0.1:8080';

const spell = (response: HttpResponse, { headers }: CurlRequest): string => {
  const sent = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const isShown = (name: string): boolean => !commonHeaders.has(name) || (name === 'x-request-id' && sent.has(name));
  const shown = response.headers.filter(([name]) => isShown(name.toLowerCase()));
  const head = [`HTTP/1.1 ${response.status} ${response.reason}`, ...shown.map(([name, value]) => `${name}: ${value}`)];
  const body = text(response);
  return [...head, ...(body === '' ? [] : ['', body]), ''].join('\n');
};

const send = async (api: ContractApi, request: CurlRequest): Promise<string> => {
  if (!request.url.startsWith(`${origin}/`)) throw new Error(`The examples call ${origin}, except: ${request.url}`);
  const { method, url, headers, body } = request;
  const options = { headers, authorized: false, ...(body !== undefined && { body }) };
  return spell(await api.send(method, url.slice(origin.length), options), request);
};

const requestsIn = (shell: Shell, block: string): readonly CurlRequest[] =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => shell(line) ?? []);

/**
 * Sends the requests of a guide in their order, and returns the guide with the actual responses. A block of curl
 * commands (`sh`) is followed by one block (`http`): the response to the last of its commands, without the headers that
 * all responses have.
 */
export const replayGuide = async (guide: string, api: ContractApi, { apiKey }: RunningApi): Promise<string> => {
  const shell = createShell({ API_KEY: apiKey });
  let replayed = '';
  let end = 0;
  let response: string | undefined;
  for (const { 0: whole, 1: language, 2: block = '', index } of guide.matchAll(fence)) {
    replayed += guide.slice(end, index);
    end = index + whole.length;
    if ((response === undefined) === (language === 'http')) {
      throw new Error(
        `There is no ${language === 'http' ? 'request before' : 'response to the request before'} ${whole}`,
      );
    }
    replayed += language === 'http' ? `\`\`\`http\n${response}\`\`\`` : whole;
    response = undefined;
    if (language === 'sh') {
      for (const request of requestsIn(shell, block)) response = await send(api, request);
    }
  }
  if (response !== undefined)
    throw new Error(`There is no example response at the end, but a response arrived: ${response}`);
  return replayed + guide.slice(end);
};
