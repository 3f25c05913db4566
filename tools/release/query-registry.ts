import { runBriefly } from './run-briefly.ts';

interface Response {
  readonly code?: string;
  readonly values?: readonly string[];
}

/** What the registry of the packages has, and what stands between it and a release. */
export interface Registry {
  readonly faults: readonly string[];
  /** The versions of the first package, without pre-releases. */
  readonly versions: readonly string[];
}

export const queryRegistry = async (project: string, names: readonly string[]): Promise<Registry> => {
  const npm = async (...args: readonly string[]): Promise<string> => (await runBriefly(project, 'npm', args)).stdout;
  const ofScope = await npm('config', 'get', '@animal-store:registry');
  const url = ofScope === 'undefined' ? await npm('config', 'get', 'registry') : ofScope;
  const query = async (...args: readonly string[]): Promise<Response> => {
    const output = await npm(...args, '--json', '--registry', url, '--fetch-retries=0', '--prefer-online');
    const response = JSON.parse(output || '{"error":{"code":"ETIMEDOUT"}}');
    return response.error ?? { values: [response].flat() };
  };

  // A workflow of GitHub needs no login, because the registry trusts its identity, but only for names that exist.
  const isWorkflow = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined;
  const [ping, login, ...known] = await Promise.all([
    // npm responds to the other queries from its cache or its configuration too.
    query('ping'),
    query('whoami'),
    ...(isWorkflow ? names : names.slice(0, 1)).map((name) => query('view', name, 'versions')),
  ]);
  const failure = [ping, ...known].find(({ code = 'E404' }) => code !== 'E404')?.code;
  const missing = isWorkflow ? names.filter((_, index) => known[index]?.code === 'E404') : [];
  return {
    faults: [
      failure !== undefined &&
        `The registry ${url} fails (${failure}): check its address, your access and the network.`,
      ping.code === undefined &&
        !isWorkflow &&
        login.code !== undefined &&
        `The registry does not know you: run "npm login --registry ${url}".`,
      missing.length > 0 &&
        `The registry does not know ${missing.join(', ')}, so it cannot trust this workflow: log in on your machine, and run "npm run release" there.`,
    ].filter((fault) => typeof fault === 'string'),
    versions: (known[0]?.values ?? []).filter((version) => !version.includes('-')),
  };
};
