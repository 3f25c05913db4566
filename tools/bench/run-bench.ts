import { type Cleanup, createCleanup } from './cleanup.ts';
import { compare, type Effort } from './compare.ts';
import type { Outcome } from './comparison.ts';
import { inMemory, listsInMemory, onMongodb, type Plan } from './comparisons.ts';
import { chooseCores } from './cores.ts';
import { startLoadGenerator } from './load-generator.ts';
import { describeMachine } from './machine.ts';
import { type OperationName, operationsOn } from './operations.ts';
import type { Report } from './report-text.ts';

export const storeNames = ['memory', 'mongodb'] as const;

export type StoreName = (typeof storeNames)[number];

/** What of it all is wanted. */
export interface Selection {
  readonly stores: readonly StoreName[];
  readonly operations: readonly OperationName[];
}

const plans: Readonly<Record<StoreName, readonly Plan[]>> = {
  memory: [inMemory, listsInMemory],
  mongodb: [onMongodb],
};

/** Runs the comparisons one after another; whatever was started is stopped by the cleanup at the latest. */
export const runBench = async (
  { stores, operations }: Selection,
  effort: Effort,
  progress: (text: string) => void,
  cleanup: Cleanup,
): Promise<Report> => {
  const machine = describeMachine();
  const generate = startLoadGenerator(chooseCores().generator, cleanup);
  const outcomes: Outcome[] = [];
  for (const { prepare, ...plan } of stores.flatMap((store) => plans[store])) {
    const names = plan.operations.filter((name) => operations.includes(name));
    if (names.length === 0) continue;
    const servers = createCleanup();
    cleanup.add(servers.run);
    const { contenders, ids } = await prepare(servers);
    const loads = operationsOn(ids);
    const comparison = { ...plan, contenders, operations: names.map((name) => loads[name]) };
    outcomes.push(await compare(comparison, effort, generate, progress));
    await servers.run();
  }
  return { machine, effort, outcomes };
};
