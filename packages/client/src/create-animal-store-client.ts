import type {
  AnimalStoreClient,
  CallLimits,
  CallOptions,
  ClientOptions,
  FetchHeaders,
  ListPetsQuery,
  NextPage,
} from './animal-store-client.ts';
import { AnimalStoreError } from './animal-store-error.ts';
import { linkTarget, parseUrl, resolveInOrigin } from './link.ts';
import { int64Digits, newPetJson, readPet, readPets } from './pet.ts';
import { parseExactJson, readDeprecation, readResponse } from './read-response.ts';
import { type ApiRequest, sendWithRetries } from './send-with-retries.ts';

// A timer of JavaScript with a longer time would fire at once.
const longestTime = 2 ** 31 - 1;

const isTime = (value: number): boolean => value >= 1 && value <= longestTime;
const timeRule = `must be a number of milliseconds from 1 to ${longestTime}`;

// The delays double: with 25 retries they would be longer than the longest `timeout`.
const maxRetries = 20;

const rules: { readonly [Name in keyof Required<CallLimits>]: readonly [(value: number) => boolean, string] } = {
  timeout: [isTime, timeRule],
  attemptTimeout: [isTime, timeRule],
  retries: [
    (value) => Number.isInteger(value) && value >= 0 && value <= maxRetries,
    `must be an integer from 0 to ${maxRetries}`,
  ],
};

/** Checks the limits among some options. Throws a `RangeError` that names the first one out of its bounds. */
const checkLimits = (options: CallLimits): void => {
  for (const name of Object.keys(rules) as (keyof CallLimits)[]) {
    const value: unknown = options[name];
    const [isValid, rule] = rules[name];
    if (value !== undefined && !(typeof value === 'number' && isValid(value))) throw new RangeError(`${name} ${rule}`);
  }
};

/** The base URL of the API without a slash at its end. Throws a `TypeError` if a client cannot call it. */
const normalizeBaseUrl = (baseUrl: string | URL): string => {
  // In a browser the address may be relative to that of the page.
  const page = (globalThis as { location?: { readonly href: string } }).location?.href;
  const url = parseUrl(baseUrl, page);
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  // A value in quotes would be a path of the page.
  if (!isHttp || url.username || url.password || url.search || url.hash || /["'\s]|%2[027]/.test(url.pathname)) {
    throw new TypeError('baseUrl must be an http or https URL without credentials, query, fragment, quotes and spaces');
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
};

const listUrl = (base: string, query: ListPetsQuery | NextPage): string => {
  if ('href' in query) {
    const url = resolveInOrigin(query.href, base);
    if (url === undefined) throw new TypeError('the next page must be at the origin of baseUrl');
    return url;
  }
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, `${value}`);
  return `${base}/pets${parameters.size > 0 ? `?${parameters}` : ''}`;
};

const readNext = (headers: FetchHeaders, url: string): { readonly next?: NextPage } => {
  const target = linkTarget(headers, 'next');
  if (target === undefined) return {};
  const href = resolveInOrigin(target, url);
  if (href === undefined) throw new TypeError('its next page is at another origin, where the API key must not go');
  if (href === url) throw new TypeError('its next page is itself');
  return { next: { href } };
};

/**
 * Creates a client. Throws a `TypeError` if `baseUrl` or `apiKey` is invalid, a `RangeError` if a limit is, and an `Error` if the
 * runtime would round integers. It sends no request before the first call.
 */
export const createAnimalStoreClient = (client: ClientOptions): AnimalStoreClient => {
  // The token68 of RFC 9110, section 11.2. The errors of `fetch` would show the key.
  if (typeof client.apiKey !== 'string' || !/^[\w.~+/-]+=*$/.test(client.apiKey)) {
    throw new TypeError('apiKey must be an API key, without quotes, spaces and line breaks');
  }
  const base = normalizeBaseUrl(client.baseUrl);
  checkLimits(client);
  // Throws in a runtime that would round integers.
  parseExactJson('0');

  // The global `fetch` is looked up for each request, because it may be replaced later, for example by a test.
  const send = client.fetch ?? ((url, init) => fetch(url, init));

  const call = async <A>(
    request: ApiRequest,
    success: number,
    read: (json: unknown, headers: FetchHeaders) => A,
    options: CallOptions = {},
  ): Promise<A> => {
    checkLimits(options);
    const { timeout = client.timeout, attemptTimeout = client.attemptTimeout, retries = client.retries } = options;
    const limits = { timeout, attemptTimeout, retries, signal: options.signal };
    const headers = { Accept: 'application/json', Authorization: `Bearer ${client.apiKey}`, ...request.headers };
    const response = await sendWithRetries(send, { ...request, headers }, limits);
    const notice = readDeprecation(request.operation, request.url, response.headers);
    if (notice !== undefined) client.onDeprecation?.(notice);
    return readResponse(request, response, success, read);
  };

  const listPets: AnimalStoreClient['listPets'] = async (query = {}, options) => {
    const url = listUrl(base, query);
    const read = (json: unknown, headers: FetchHeaders) => ({ pets: readPets(json), ...readNext(headers, url) });
    return call({ operation: 'listPets', method: 'GET', url }, 200, read, options);
  };

  const pages: AnimalStoreClient['pages'] = async function* (query = {}, options) {
    let page = await listPets(query, options);
    yield page;
    const read = new Set([listUrl(base, query)]);
    while (page.next !== undefined) {
      const { href } = page.next;
      if (read.has(href)) throw new AnimalStoreError('unexpected_response', `the pages form a circle at ${href}`);
      read.add(href);
      page = await listPets(page.next, options);
      yield page;
    }
  };

  return {
    listPets,
    pages,
    pets: async function* (query, options) {
      for await (const { pets } of pages({ ...query, limit: query?.limit ?? 100 }, options)) yield* pets;
    },
    addPet: async (newPet, options) => {
      // 128 random bits. Their source exists on pages without TLS too, unlike `randomUUID`.
      const { idempotencyKey = crypto.getRandomValues(new BigUint64Array(2)).join('-') } = options ?? {};
      if (typeof idempotencyKey !== 'string' || !/^[!-~]{1,255}$/.test(idempotencyKey)) {
        throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters');
      }
      // JSON writes visible ASCII like the String of a structured field (RFC 9651, section 3.3.3). The key is always quoted,
      // because a bare key that has quotes itself would mean the key without them.
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': JSON.stringify(idempotencyKey) };
      const request = { method: 'POST', url: `${base}/pets`, headers, body: newPetJson(newPet), idempotencyKey };
      return call({ operation: 'addPet', ...request }, 201, readPet, options);
    },
    getPet: async (id, options) =>
      call({ operation: 'getPet', method: 'GET', url: `${base}/pets/${int64Digits('id', id)}` }, 200, readPet, options),
  };
};
