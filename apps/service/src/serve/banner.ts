import type { ApiKeyToken } from '@animal-store/access';

/** The text for a person who starts the service: its URLs, its store, its API key, and a command to try it. */
export const banner = (url: string, place: string, apiKey: ApiKeyToken | undefined): string => `
  Animal Store Service, ${place}.

  API      ${url}/v1
  Docs     ${url}/docs${apiKey === undefined ? '' : `#key=${apiKey}`}
  API key  ${apiKey ?? 'one of before; animal-store keys issue makes another'}${apiKey === undefined ? '' : '\n           It is shown only now.'}

  Add an animal, then list them:

  export API_KEY=${apiKey ?? '…'}
  curl -i -H "Authorization: Bearer $API_KEY" --json '{"name":"Rex","categoryId":1}' ${url}/v1/pets
  curl -i -H "Authorization: Bearer $API_KEY" ${url}/v1/pets

  Ctrl-C stops it.

`;
