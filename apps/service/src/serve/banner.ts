import type { ApiKeyToken } from '@animal-store/access';
import type { ObservedStore } from '../stores/observed-store.ts';

const keyText = (makesKey: ObservedStore['makesKey'], newApiKey: ApiKeyToken | undefined): string => {
  if (newApiKey === undefined) {
    return makesKey === 'always'
      ? 'the one in API_KEY'
      : 'one that was issued before; animal-store keys issue makes another';
  }
  return makesKey === 'always' ? newApiKey : `${newApiKey}\n           It is shown only now. Save it.`;
};

/** The text for a person who starts the service: its URLs, its store, its API key, and commands to try it. */
export const banner = (
  url: string,
  { place, makesKey }: Pick<ObservedStore, 'place' | 'makesKey'>,
  newApiKey: ApiKeyToken | undefined,
): string => {
  const pets = `${url}/v1/pets`;
  const authorization = `-H "Authorization: Bearer ${newApiKey ?? '$API_KEY'}"`;
  // A browser does not send the fragment, and the page removes it from its address.
  const docs = `${url}/docs${newApiKey === undefined ? '' : `#key=${newApiKey}`}`;
  return `
  Animal Store Service, ${place}.

  API      ${url}/v1
  Docs     ${docs}
  API key  ${keyText(makesKey, newApiKey)}

  Add an animal, then list them:

  curl -i ${authorization} -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1,"status":"available"}' ${pets}

  curl -i ${authorization} ${pets}

  For the commands of the guides: export API_KEY=${newApiKey ?? '…'}

  Ctrl-C stops it.

`;
};
