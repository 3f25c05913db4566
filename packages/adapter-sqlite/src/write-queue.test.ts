import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { GroupCommit } from './group-commit.ts';
import { createWriteQueue } from './write-queue.ts';

it('drops a write whose caller has a failure already, after a commit that took long', async () => {
  const commit = vi.fn<GroupCommit>((group) => group.map(() => ({ _tag: 'Done', output: 'added' })));
  const report = vi.fn();
  const enqueue = createWriteQueue(commit, 2_000, report);
  const operation = { name: 'probe', input: undefined } as const;
  enqueue([
    { id: 1, deadline: Date.now() - 1, operation },
    { id: 2, deadline: Date.now() + 60_000, operation },
  ]);
  await nextTurn();
  expect(commit.mock.calls).toEqual([[[operation]]]);
  expect(report.mock.calls).toEqual([[[{ id: 2, outcome: { _tag: 'Done', output: 'added' } }]]]);
});
