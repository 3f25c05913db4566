import { createMemoryApiKeyRepository } from '@animal-store/adapter-memory';
import { nodeKeyMaterial, systemClock } from '@animal-store/adapter-node';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { keysCommand } from './keys-command.ts';

it('ends with one line when something fails that must not, and closes the store', async () => {
  const said: string[] = [];
  const apiKeys = {
    ...createMemoryApiKeyRepository(),
    list: () => () => Promise.reject(new Error('broken\n  at a line')),
  };
  const keys = keysCommand({
    open: () =>
      Promise.resolve(
        E.right({
          title: 'the store',
          ports: { apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial },
          close: async () => void said.push('closed'),
        }),
      ),
    print: (text) => said.push(text),
    reportFailure: (sentence) => said.push(sentence),
  });
  await keys.parseAsync(['list'], { from: 'user' });
  expect(said).toEqual(['this failed unexpectedly: broken\\u000a  at a line', 'closed']);
});
