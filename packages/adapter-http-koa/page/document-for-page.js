/**
 * The parts of an OpenAPI document that the page changes.
 * @typedef {{ readonly url: string, readonly description?: string }} Server
 * @typedef {{ readonly required?: boolean, readonly example?: unknown }} Parameter
 * @typedef {{ readonly value: { readonly code: string } }} Example
 * @typedef {{ readonly example?: Example['value'], readonly examples?: Readonly<Record<string, Example>> }} Content
 * @typedef {{
 *   readonly $ref?: string,
 *   readonly description?: string,
 *   readonly content?: { readonly 'application/json': Content },
 * }} Response
 * @typedef {{
 *   readonly summary: string,
 *   readonly description: string,
 *   readonly deprecated?: boolean,
 *   readonly responses: Readonly<Record<string, Response>>,
 * }} Operation
 * @typedef {{
 *   readonly info: { readonly description: string },
 *   readonly servers: readonly Server[],
 *   readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>,
 *   readonly components: {
 *     readonly parameters: Readonly<Record<string, Parameter>>,
 *     readonly headers: Readonly<Record<string, { readonly schema: { readonly const?: string } }>>,
 *     readonly responses: Readonly<Record<string, Response>>,
 *     readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>,
 *   },
 * }} ApiDocument
 */

/**
 * @template A, B
 * @param {Readonly<Record<string, A>>} record
 * @param {(value: A, name: string) => B} change
 * @returns {Readonly<Record<string, B>>}
 */
const mapValues = (record, change) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/**
 * Swagger UI fills every field with its example and sends it, so optional ones are better left empty.
 * @param {Parameter} parameter
 * @returns {Parameter}
 */
const withoutExample = ({ example, ...parameter }) =>
  parameter.required === true ? { ...parameter, example } : parameter;

/**
 * The addresses of the API, as Markdown, without the relative ones, which are the origin of this page.
 * @param {readonly Server[]} servers
 */
const addresses = (servers) =>
  servers
    .filter(({ url }) => /^https?:/i.test(url))
    .map(({ url, description = 'Server' }) => `- ${description}: \`${url}\``)
    .join('\n');

/** The statuses of the errors that are shown in full, because they have the details of the request. */
const shownInFull = '400';

/**
 * @param {ApiDocument['components']} components
 * @param {Response} response
 */
const resolve = (components, response) => components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response;

/**
 * An operation with one table of its errors. Swagger UI shows a block of 300 pixels for each of a dozen.
 * @param {ApiDocument['components']} components
 * @returns {(operation: Operation) => Operation}
 */
const withErrorTable = (components) => (operation) => {
  const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  const rows = errors.map(([status, response]) => {
    const { description = '', content } = resolve(components, response);
    const { example, examples = {} } = content?.['application/json'] ?? {};
    const errorsShown = [...(example ? [example] : []), ...Object.values(examples).map(({ value }) => value)];
    const codes = errorsShown.map(({ code }) => `\`${code}\``).join(', ');
    return `| ${status} | ${codes} | ${description.replaceAll('\n', ' ')} |`;
  });
  const removal = operation.deprecated === true ? components.headers['Sunset']?.schema.const : undefined;
  return {
    ...operation,
    summary: operation.summary + (removal === undefined ? '' : `, removed on ${removal.slice(5, 16)}`),
    description: [operation.description, ['| status | code | error |', '|---|---|---|', ...rows].join('\n')].join(
      '\n\n',
    ),
    responses: Object.fromEntries(
      Object.entries(operation.responses).filter(([status]) => Number(status) < 400 || status === shownInFull),
    ),
  };
};

/**
 * The document as the page shows it. The page can only call the server that it came from, because CORS is off by
 * default. So that server becomes the only one, and the text names the others.
 * @param {ApiDocument} document
 * @param {string} pageUrl
 * @returns {ApiDocument}
 */
export const documentForPage = (document, pageUrl) => {
  const { info, servers, paths, components } = document;
  const description = [
    info.description,
    addresses(servers),
    'You can send requests to this server from this page. Programs can read the same description in ' +
      '[openapi.json](openapi.json).',
  ];
  return {
    ...document,
    info: { ...info, description: description.filter((part) => part !== '').join('\n\n') },
    servers: [{ url: new URL('v1', pageUrl).href }],
    paths: mapValues(paths, (item) => mapValues(item, withErrorTable(components))),
    components: {
      ...components,
      parameters: mapValues(components.parameters, withoutExample),
      securitySchemes: mapValues(components.securitySchemes, (scheme) => ({
        ...scheme,
        description:
          'Paste the API key without `Bearer`. The operator of the service issues keys; in memory, `npm start` prints one.',
      })),
    },
  };
};
