/**
 * The parts of an OpenAPI document that the page changes.
 * @typedef {{ readonly url: string, readonly description?: string }} Server
 * @typedef {{ readonly required?: boolean, readonly example?: unknown }} Parameter
 * @typedef {{
 *   readonly info: { readonly description: string, readonly 'x-guide': string },
 *   readonly servers: readonly Server[],
 *   readonly components: { readonly parameters: Readonly<Record<string, Parameter>> },
 * }} ApiDocument
 */

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

/**
 * The document as the page shows it. The page can only call the server that it came from, because CORS is off by
 * default. So that server becomes the only one, and the text names the others. The guide is folded.
 * @param {ApiDocument} document
 * @param {string} pageUrl
 * @returns {ApiDocument}
 */
export const documentForPage = (document, pageUrl) => {
  const { info, servers, components } = document;
  const description = [
    info.description,
    addresses(servers),
    'This page tries the server that it came from. [openapi.json](openapi.json) says the same to a machine.',
    `<details><summary>How the API behaves</summary>\n\n${info['x-guide']}\n\n</details>`,
  ];
  const parameters = Object.entries(components.parameters).map(([name, each]) => [name, withoutExample(each)]);
  return {
    ...document,
    info: { ...info, description: description.filter((part) => part !== '').join('\n\n') },
    servers: [{ url: new URL('v1', pageUrl).href }],
    components: { ...components, parameters: Object.fromEntries(parameters) },
  };
};
