import { vi } from 'vitest';

// Each command adds a listener for their errors.
for (const name of ['stdout', 'stderr'] as const) process[name].setMaxListeners(100);

/** Runs a command in the process of the test. Returns its exit code and what it prints. */
export const runHere = async (command: () => Promise<void>) => {
  const printed = { stdout: '', stderr: '' };
  vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text: string | Uint8Array, done?: unknown) => {
      printed[name] += String(text);
      if (typeof done === 'function') done();
      return true;
    });
  await command().finally(() => vi.restoreAllMocks());
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { code, ...printed };
};
