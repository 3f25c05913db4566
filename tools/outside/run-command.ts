import { constants } from 'node:os';
import { type Cleanup, createCleanup } from '../bench/cleanup.ts';

/** The resources of a running command. */
export interface Run {
  /** Aborted once a signal stops the command. */
  readonly signal: AbortSignal;
  readonly cleanup: Cleanup;
  readonly progress: (text: string) => void;
}

/** A sentence for each problem, and the message if there is none. */
export interface Outcome {
  readonly problems: readonly string[];
  readonly passed: string;
}

export interface Test<A> {
  /** Prepares the test. Throws an Error that names what this machine lacks. */
  readonly prepare: (run: Run) => Promise<A>;
  readonly test: (prepared: A, run: Run) => Promise<Outcome>;
}

export const exitCodes = {
  failed: 1,
  wrongUsage: 2,
  // EX_UNAVAILABLE of sysexits.h: nothing was tested.
  unavailable: 69,
} as const;

/** Runs a test until it ends or a signal stops it, cleans up and sets the exit code. */
export const runCommand = async <A>(name: string, { prepare, test }: Test<A>): Promise<void> => {
  const cleanup = createCleanup();
  const stop = new AbortController();
  const { signal } = stop;
  const run: Run = { signal, cleanup, progress: (text) => void process.stdout.write(text) };
  const fail = (code: number, text: string): void => {
    process.stderr.write(`${name}: ${text}\n`);
    process.exitCode = code;
  };
  const failBy = (code: number, prefix: string) => (error: unknown) => {
    if (!signal.aborted) fail(code, `${prefix}${error instanceof Error ? error.message : error}`);
  };

  for (const stopping of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(stopping, async () => {
      // A terminal and a program that forwards signals may each send one.
      if (signal.aborted) return;
      process.stderr.write(`\n${name}: stopping\n`);
      stop.abort();
      await cleanup.run();
      process.exit(128 + constants.signals[stopping]);
    });
  }

  const testPrepared = async (prepared: A): Promise<void> => {
    const { problems, passed } = await test(prepared, run);
    for (const problem of problems) fail(exitCodes.failed, `FAILED: ${problem}`);
    if (problems.length === 0) process.stdout.write(`\n${passed}\n`);
  };
  await prepare(run).then(
    (prepared) => testPrepared(prepared).catch(failBy(exitCodes.failed, '')),
    failBy(exitCodes.unavailable, 'nothing was tested: '),
  );
  if (!signal.aborted) await cleanup.run();
};
