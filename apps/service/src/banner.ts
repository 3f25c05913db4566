import type { ApiKeyToken } from '@animal-store/domain';

/** What a person needs to try the service in memory: where it is, the key, and lines to paste into a shell. */
export const banner = (url: string, newApiKey: ApiKeyToken | undefined): string => {
  const pets = `${url}/v1/pets`;
  const authorization = `-H "Authorization: Bearer ${newApiKey ?? '$API_KEY'}"`;
  return `
  Animal Store Service, in memory: the animals go when the process does.

  API      ${url}/v1
  Docs     ${url}/docs
  API key  ${newApiKey ?? 'the one in API_KEY'}

  Add an animal, then list them:

  curl -i ${authorization} -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1,"status":"available"}' ${pets}

  curl -i ${authorization} ${pets}

  Ctrl-C stops it.

`;
};
