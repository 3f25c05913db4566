import { type Cleanup, createCleanup } from '../bench/cleanup.ts';
import { runSchemathesis } from './schemathesis.ts';
import { unseenFaults } from './seeded-faults.ts';
import { type StoreName, startOn } from './start-service.ts';

export interface OutsideOptions {
  readonly stores: readonly StoreName[];
  readonly seed: number;
  readonly examples: number;
  readonly signal: AbortSignal;
}

// Far more than it takes: what hangs is a failure, not a wait.
const timeLimit = 10 * 60_000;

/**
 * Proves by Schemathesis, which knows only the OpenAPI document, that the service agrees with it. Gives a sentence for
 * each thing that is wrong.
 */
export const runOutside = async (
  program: (name: string) => string,
  { stores, seed, examples, signal: stop }: OutsideOptions,
  progress: (text: string) => void,
  cleanup: Cleanup,
): Promise<readonly string[]> => {
  const problems: string[] = [];
  const limited = (): AbortSignal => AbortSignal.any([stop, AbortSignal.timeout(timeLimit)]);

  for (const store of stores) {
    const own = createCleanup();
    cleanup.add(own.run);
    const signal = limited();
    progress(`\n${store}: starting the service\n`);
    const service = await startOn(store, own);

    // The stores differ behind the same API: one has all examples, and each other one enough to meet every operation.
    const most = store === stores[0] ? examples : Math.ceil(examples / 10);
    progress(`${store}: Schemathesis, with all its checks, the seed ${seed} and at most ${most} examples\n`);
    if (!(await runSchemathesis(program, service, { seed, examples: most, signal }))) {
      problems.push(`${store}: Schemathesis, with the seed ${seed}`);
    }
    // The service answers at the end of what it logs.
    await own.run();
    const [done, refused, failed] = [200, 400, 500].map(service.answered);
    progress(`${store}: the service answered ${done} requests, refused ${refused}, failed in ${failed}\n`);
    if (done === 0 || refused === 0) problems.push(`${store}: the requests were not both answered and refused`);
    if (failed !== 0) problems.push(`${store}: the service failed in ${failed} requests`);
  }

  const own = createCleanup();
  cleanup.add(own.run);
  progress('\nseeded faults: would Schemathesis see them?\n');
  const unseen = await unseenFaults(program, await startOn('memory', own), { seed, signal: limited() }, own);
  await own.run();
  return [...problems, ...unseen.map((fault) => `seeded faults: not seen: ${fault}`)];
};
