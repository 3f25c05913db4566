// Gives OpenAPI documents to other people's readers: node main.mjs '[{ "text": "{…}", "url": "http://…" }, …]'
// Prints as JSON, for each document, the URL to which a client of each reader sends GET /pets, and its Idempotency-Key.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import swaggerParser from '@apidevtools/swagger-parser';
import { createClient } from '@hey-api/openapi-ts';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import postman from 'openapi-to-postmanv2';
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

const withHeyApi = async (input) => {
  const output = mkdtempSync(join(tmpdir(), 'animal-store-'));
  try {
    await createClient({ input, output, plugins: ['@hey-api/client-fetch'], logs: { level: 'silent', file: false } });
    const { 1: base } = /baseUrl: '([^']*)'/.exec(readFileSync(join(output, 'client.gen.ts'), 'utf8'));
    return { url: `${base}/pets` };
  } finally {
    rmSync(output, { recursive: true });
  }
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
    'Postman, Example': await withPostman(text, 'Example'),
    'Postman, Schema': await withPostman(text, 'Schema'),
    ...(url && {
      'swagger-client, URL': await withSwaggerClient({ url }),
      'openapi-client-axios, URL': await withAxios(url),
      'hey-api, URL': await withHeyApi(url),
    }),
  };
};

const outcomes = [];
for (const document of JSON.parse(process.argv[2])) outcomes.push(await readDocument(document));
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
