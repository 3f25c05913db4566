import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiKeyLabel } from '@animal-store/access';
import { ApiKeyToken, authenticate, issueApiKey } from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { createMemoryApiKeyRepository } from '@animal-store/adapter-memory';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { makeFirstKey } from './first-api-key.ts';

const setUp = () => {
  const ports = { apiKeys: createMemoryApiKeyRepository(), clock: systemClock, keyMaterial: nodeKeyMaterial };
  const isAccepted = async (token: string | undefined): Promise<boolean> =>
    E.isRight(await authenticate(ports)(token ?? '')());
  return { ports, isAccepted, file: join(temporaryFolder(), 'first-key') };
};
const count = async ({ apiKeys }: ReturnType<typeof setUp>['ports']): Promise<number> =>
  E.getOrElse((): readonly unknown[] => [])(await apiKeys.list()()).length;

it('returns the first key for a terminal, and none if there is one', async () => {
  const { ports, isAccepted } = setUp();
  const { token, ...rest } = await makeFirstKey(ports, 'terminal');
  expect([await isAccepted(token), rest]).toEqual([true, {}]);
  expect(await makeFirstKey(ports, 'terminal')).toEqual({});
});

it('makes no key that would be seen in a log alone, and says how to issue one', async () => {
  const { ports } = setUp();
  expect(await makeFirstKey(ports, 'none')).toEqual({
    notice: 'the store has no API key: animal-store keys issue --label <name> issues one',
  });
  expect(await count(ports)).toBe(0);
  await issueApiKey(ports)({ label: 'mine' as ApiKeyLabel })();
  expect(await makeFirstKey(ports, 'none')).toEqual({});
});

it('writes the first key to a new file for this user alone', async () => {
  const { ports, isAccepted, file } = setUp();
  const { notice, ...rest } = await makeFirstKey(ports, { file });
  const token = readFileSync(file, 'utf8').trim();
  expect([ApiKeyToken.is(token), await isAccepted(token), statSync(file).mode & 0o777, rest]).toEqual([
    true,
    true,
    0o600,
    {},
  ]);
  expect(notice).toBe(`the first API key, ${token.slice(4, 12)}, is in the file that FIRST_API_KEY_FILE names`);
});

it('makes no key if the file exists already', async () => {
  const { ports, file } = setUp();
  writeFileSync(file, 'old');
  expect(await makeFirstKey(ports, { file })).toEqual({
    notice: `the store has no first API key in the file that FIRST_API_KEY_FILE names: ${file} exists already; animal-store keys issue --label <name> issues one`,
  });
  expect([await count(ports), readFileSync(file, 'utf8')]).toEqual([0, 'old']);
});
