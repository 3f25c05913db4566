import type { ApiKeyToken } from '@animal-store/access';
import type { ObservedStore } from '../stores/observed-store.ts';

const keyText = (makesKey: ObservedStore['makesKey'], newApiKey: ApiKeyToken | undefined): string => {
  if (makesKey === 'always') return newApiKey ?? 'the one in API_KEY';
  return newApiKey === undefined
    ? 'one that was issued before; animal-store keys issue makes another'
    : `${newApiKey}\n           It is printed once: store it. animal-store keys issue makes another`;
};

/** The text for a person who starts the service: its URLs, its store, its API key, and commands to try it. */
export const banner = (
  url: string,
  { place, makesKey }: Pick<ObservedStore, 'place' | 'makesKey'>,
  newApiKey: ApiKeyToken | undefined,
): string => {
  const pets = `${url}/v1/pets`;
  const authorization = `-H "Authorization: Bearer ${newApiKey ?? '$API_KEY'}"`;
  return `
  Animal Store Service, ${place}.

  API      ${url}/v1
  Docs     ${url}/docs
  API key  ${keyText(makesKey, newApiKey)}

  Add an animal, then list them:

  curl -i ${authorization} -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1,"status":"available"}' ${pets}

  curl -i ${authorization} ${pets}

  Ctrl-C stops it.

`;
};
