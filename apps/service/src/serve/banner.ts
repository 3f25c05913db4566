import type { ApiKeyToken } from '@animal-store/access';
import type { NamedStore } from '../stores/chosen-store.ts';

/** The text for a person who starts the service: its URLs, its store, its API key, and commands to try it. */
export const banner = (
  url: string,
  { name, title }: Pick<NamedStore, 'name' | 'title'>,
  apiKey: ApiKeyToken | undefined,
): string => {
  const [place, otherKey] =
    name === 'memory'
      ? ['in memory: the animals are lost when the process ends', 'the one in API_KEY']
      : [`in ${title}`, 'issued before; animal-store keys issue makes another'];
  const curl = `curl -i -H "Authorization: Bearer $API_KEY"`;
  return `
  Animal Store Service, ${place}.

  API      ${url}/v1
  Docs     ${url}/docs${apiKey === undefined ? '' : `#key=${apiKey}`}
  API key  ${apiKey === undefined ? otherKey : `${apiKey}\n           It is shown only now.`}

  Add an animal, then list them:

  export API_KEY=${apiKey ?? '…'}
  ${curl} -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}' ${url}/v1/pets
  ${curl} ${url}/v1/pets

  Ctrl-C stops it.

`;
};
