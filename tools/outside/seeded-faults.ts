import { type Cleanup, createCleanup } from '../bench/cleanup.ts';
import { type Fault, startFaultyProxy } from './faulty-proxy.ts';
import { type ApiUnderTest, runSchemathesis } from './schemathesis.ts';

interface SeededFault {
  readonly what: string;
  readonly fault: Fault;
  /** What Schemathesis calls it. */
  readonly finding: string;
}

const replaceInBody = (pattern: RegExp, replacement: string): Fault => {
  return ({ headers, body, ...answer }) => {
    const { 'content-length': length, ...others } = headers;
    return { ...answer, headers: others, body: Buffer.from(body.toString().replace(pattern, replacement)) };
  };
};

const seededFaults: readonly SeededFault[] = [
  {
    what: 'a status that is not documented',
    fault: (answer) => (answer.status === 404 ? { ...answer, status: 403 } : answer),
    finding: 'Undocumented status code',
  },
  {
    what: 'a header that is missing',
    fault: ({ headers: { 'cache-control': missing, ...headers }, ...answer }) => ({ ...answer, headers }),
    finding: 'Missing required response headers',
  },
  {
    what: 'a field of another type',
    fault: replaceInBody(/"id":(\d+)/g, '"id":"$1"'),
    finding: 'Response violates schema',
  },
  {
    what: 'another media type',
    fault: ({ headers, ...answer }) => ({ ...answer, headers: { ...headers, 'content-type': 'text/plain' } }),
    finding: 'Undocumented Content-Type',
  },
  {
    what: 'a 500',
    fault: (answer) => (answer.status === 201 ? { ...answer, status: 500 } : answer),
    finding: 'Server error',
  },
  {
    what: 'wrong input that is taken',
    fault: (answer) => (answer.method === 'GET' && answer.status === 400 ? { ...answer, status: 200 } : answer),
    finding: 'Schema-violating request accepted',
  },
];

/** Breaks answers of a service in several ways, and gives the faults that Schemathesis did not see. */
export const unseenFaults = async (
  program: (name: string) => string,
  { url, apiKey }: ApiUnderTest,
  options: { readonly seed: number; readonly signal: AbortSignal },
  cleanup: Cleanup,
): Promise<readonly string[]> => {
  const unseen: string[] = [];
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
    if (isPassed || !report.includes(finding)) unseen.push(`${what}; the report ended with\n${report.slice(-2000)}`);
  }
  return unseen;
};
