// Gives OpenAPI documents to other people's readers: node main.mjs '[{ "text": "{…}", "url": "http://…" }, …]'
// Prints as JSON, for each document, the URL to which a client of each reader sends GET /pets, and its Idempotency-Key.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import swaggerParser from '@apidevtools/swagger-parser';
import { createClient } from '@hey-api/openapi-ts';
import { openApiToBruno } from '@usebruno/converters';
import { convert as convertForInsomnia } from 'insomnia-importers';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import postman from 'openapi-to-postmanv2';
import { generate as generateWithOrval } from 'orval';
import SwaggerClient from 'swagger-client';
import swaggerParser10 from 'swagger-parser-10';

/** The requests of swagger-client, which Swagger UI sends with. */
const withSwaggerClient = async (source) => {
  const client = await SwaggerClient(source);
  const sent = [];
  const http = async (request) => {
    sent.push(request);
    return { ok: true, status: 200, headers: {} };
  };
  await client.execute({ operationId: 'listPets', http });
  await client.execute({ operationId: 'addPet', requestBody: { name: 'Rex', categoryId: 1 }, http });
  return { url: sent[0].url, key: sent[1].headers['Idempotency-Key'] ?? null };
};

const withAxios = async (definition) => {
  const api = new OpenAPIClientAxios({ definition });
  const { defaults } = await api.init();
  const { url } = api.getAxiosConfigForOperation('listPets', []);
  const { headers } = api.getAxiosConfigForOperation('addPet', [null, { name: 'Rex', categoryId: 1 }]);
  return { url: defaults.baseURL + url, key: headers['Idempotency-Key'] ?? null };
};

/** What a pattern finds in a file that a generator writes into a new folder. */
const inGenerated = async (file, pattern, generate) => {
  const output = mkdtempSync(join(tmpdir(), 'animal-store-'));
  try {
    await generate(output);
    return pattern.exec(readFileSync(join(output, file), 'utf8'))[1];
  } finally {
    rmSync(output, { recursive: true });
  }
};

const withHeyApi = async (input) => {
  const options = { input, plugins: ['@hey-api/client-fetch'], logs: { level: 'silent', file: false } };
  const base = await inGenerated('client.gen.ts', /baseUrl: '([^']*)'/, (output) =>
    createClient({ ...options, output }),
  );
  return { url: `${base}/pets` };
};

const withOrval = async (target) => {
  const options = { client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } };
  const url = await inGenerated('client.ts', /return `([^`?]*\/pets)`/, (output) =>
    generateWithOrval({ input: { target }, output: { ...options, target: join(output, 'client.ts') } }, output),
  );
  return { url };
};

const withBruno = (definition) => {
  const { environments, items } = openApiToBruno(definition);
  const add = items.flatMap(({ items: own }) => own).find(({ request }) => request.method === 'POST').request;
  const base = environments[0].variables.find(({ name }) => name === 'baseUrl').value;
  const key = add.headers.find(({ name, enabled }) => name === 'Idempotency-Key' && enabled);
  return { url: add.url.replace('{{baseUrl}}', base), key: key?.value ?? null };
};

const withInsomnia = async (text) => {
  const { resources } = (await convertForInsomnia(text)).data;
  const { scheme, host, base_path: path } = resources.findLast(({ _type }) => _type === 'environment').data;
  const add = resources.find(({ method }) => method === 'POST');
  const key = add.headers.find(({ name }) => name === 'Idempotency-Key');
  const base = host === '' ? path : `${scheme}://${host}${path}`;
  return { url: add.url.replace('{{ base_url }}', base), key: key?.value ?? null };
};

const itemsOf = ({ item = [], request }) => (request ? [request] : item.flatMap(itemsOf));

/** What Postman makes of the document, with one of its two ways to choose the values of parameters. */
const withPostman = async (text, parametersResolution) => {
  const options = { parametersResolution };
  const { output, reason } = await new Promise((resolve, reject) => {
    postman.convertV2({ type: 'string', data: text }, options, (error, made) =>
      error ? reject(error) : resolve(made),
    );
  });
  if (!output) throw new Error(reason);
  const [{ data }] = output;
  const [list, add] = itemsOf(data);
  const { value } = add.header.find(({ key }) => key === 'Idempotency-Key') ?? { value: null };
  const query = Object.fromEntries(list.url.query.map((parameter) => [parameter.key, parameter.value]));
  return {
    url: `${data.variable.find(({ key }) => key === 'baseUrl').value}/${list.url.path.join('/')}`,
    key: value,
    query,
  };
};

const readDocument = async ({ text, url }) => {
  // Each reader changes what it is given.
  const read = () => JSON.parse(text);
  await swaggerParser.validate(read());
  await swaggerParser10.validate(read());
  return {
    'swagger-client, text': await withSwaggerClient({ spec: read() }),
    'openapi-client-axios, text': await withAxios(read()),
    'hey-api, text': await withHeyApi(read()),
    'orval, text': await withOrval(read()),
    'Bruno, text': withBruno(read()),
    'Insomnia, text': await withInsomnia(text),
    'Postman, Example': await withPostman(text, 'Example'),
    'Postman, Schema': await withPostman(text, 'Schema'),
    ...(url && {
      'swagger-client, URL': await withSwaggerClient({ url }),
      'openapi-client-axios, URL': await withAxios(url),
      'hey-api, URL': await withHeyApi(url),
    }),
  };
};

// Readers print what they like.
console.log = console.error = () => undefined;

const outcomes = [];
for (const document of JSON.parse(process.argv[2])) outcomes.push(await readDocument(document));
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
