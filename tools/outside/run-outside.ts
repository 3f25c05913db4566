import { type Cleanup, createCleanup } from '../bench/cleanup.ts';
import { runSchemathesis } from './schemathesis.ts';
import { type StoreName, startOn } from './start-service.ts';

export interface OutsideOptions {
  readonly stores: readonly StoreName[];
  readonly seed: number;
  readonly examples: number;
  readonly signal: AbortSignal;
}

// Far more than needed, so that a run that hangs fails.
const timeLimit = 10 * 60_000;

/** Tests with Schemathesis that the service agrees with its OpenAPI document. Returns a sentence for each problem. */
export const runOutside = async (
  program: (name: string) => string,
  { stores, seed, examples, signal: stop }: OutsideOptions,
  progress: (text: string) => void,
  cleanup: Cleanup,
): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const store of stores) {
    const own = createCleanup();
    cleanup.add(own.run);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeLimit)]);
    progress(`\n${store}: starting the service\n`);
    const service = await startOn(store, own);

    // The stores have the same API, so only one gets all examples; the others get enough to reach every operation.
    const most = store === stores[0] ? examples : Math.ceil(examples / 10);
    progress(`${store}: Schemathesis, with all its checks, the seed ${seed} and at most ${most} examples\n`);
    if (!(await runSchemathesis(program, service, { seed, examples: most, signal }))) {
      problems.push(`${store}: Schemathesis, with the seed ${seed}`);
    }
    // The log of the service is complete once it has stopped.
    await own.run();
    const [done, refused, failed] = [200, 400, 500].map(service.countResponses);
    progress(`${store}: the service completed ${done} requests, refused ${refused}, failed in ${failed}\n`);
    if (done === 0 || refused === 0) problems.push(`${store}: there were not both completed and refused requests`);
    if (failed !== 0) problems.push(`${store}: the service failed in ${failed} requests`);
  }
  return problems;
};
