import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { type Consumer, createConsumer } from './consumer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly consumer: Consumer;
  }
}

/** Packs and installs the packages once for all test files of a run. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const consumer = await createConsumer();
  provide('consumer', consumer);
  return () => rm(consumer.folder, { recursive: true, force: true });
};
