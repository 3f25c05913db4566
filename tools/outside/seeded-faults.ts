import { type Cleanup, createCleanup } from '../bench/cleanup.ts';
import { type Fault, startFaultyProxy } from './faulty-proxy.ts';
import { type ApiUnderTest, runSchemathesis } from './schemathesis.ts';

interface SeededFault {
  readonly what: string;
  readonly fault: Fault;
  /** The name that Schemathesis has for it. */
  readonly finding: string;
}

const replaceInBody = (pattern: RegExp, replacement: string): Fault => {
  return ({ headers, body, ...response }) => {
    const { 'content-length': length, ...others } = headers;
    return { ...response, headers: others, body: Buffer.from(body.toString().replace(pattern, replacement)) };
  };
};

const seededFaults: readonly SeededFault[] = [
  {
    what: 'a status that is not documented',
    fault: (response) => (response.status === 404 ? { ...response, status: 403 } : response),
    finding: 'Undocumented status code',
  },
  {
    what: 'a header that is missing',
    fault: ({ headers: { 'cache-control': missing, ...headers }, ...response }) => ({ ...response, headers }),
    finding: 'Missing required response headers',
  },
  {
    what: 'a field of another type',
    fault: replaceInBody(/"id":(\d+)/g, '"id":"$1"'),
    finding: 'Response violates schema',
  },
  {
    what: 'another media type',
    fault: ({ headers, ...response }) => ({ ...response, headers: { ...headers, 'content-type': 'text/plain' } }),
    finding: 'Undocumented Content-Type',
  },
  {
    what: 'a 500',
    fault: (response) => (response.status === 201 ? { ...response, status: 500 } : response),
    finding: 'Server error',
  },
  {
    what: 'invalid input that is accepted',
    fault: (response) =>
      response.method === 'GET' && response.status === 400 ? { ...response, status: 200 } : response,
    finding: 'Schema-violating request accepted',
  },
];

/** Runs Schemathesis on a service with each fault, and returns the faults that it did not find. */
export const undetectedFaults = async (
  program: (name: string) => string,
  { url, apiKey }: ApiUnderTest,
  options: { readonly seed: number; readonly signal: AbortSignal },
  cleanup: Cleanup,
): Promise<readonly string[]> => {
  const undetected: string[] = [];
  for (const { what, fault, finding } of seededFaults) {
    const own = createCleanup();
    cleanup.add(own.run);
    let report = '';
    const faulty = { url: await startFaultyProxy(url, fault, own), apiKey };
    const isPassed = await runSchemathesis(program, faulty, {
      ...options,
      examples: 1,
      phases: 'examples,coverage',
      onOutput: (text) => {
        report += text;
      },
    });
    await own.run();
    if (isPassed || !report.includes(finding))
      undetected.push(`${what}; the report ended with\n${report.slice(-2000)}`);
  }
  return undetected;
};
