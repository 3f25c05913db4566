import { repositoryUnavailable } from '@animal-store/domain';
import { valid } from '@animal-store/testkit/valid';
import { taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { fakeAccess } from '../test/fake-access.ts';
import { ApiKey, ApiKeyLabel } from './api-key.ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import { authenticate } from './authenticate.ts';
import { issueApiKey, newApiKeyToken, registerApiKey } from './issue-api-key.ts';
import { listApiKeys, revokeApiKey } from './list-and-revoke-api-keys.ts';
import type { AccessPorts } from './ports.ts';
import { rotateApiKey } from './rotate-api-key.ts';

const token = newApiKeyToken(fakeAccess(0).keyMaterial)();
const key = valid(ApiKey)({ id: 'zzzzzzzz', label: 'ci', digest: 'f'.repeat(64), created: 0 });
const label = valid(ApiKeyLabel)('ci');

type UseCase = (access: AccessPorts) => TE.TaskEither<unknown, unknown>;

it.each<readonly [name: string, method: keyof ApiKeyRepository, useCase: UseCase]>([
  ['authenticate', 'findByDigest', (access) => authenticate(access)(token)],
  ['issueApiKey', 'add', (access) => issueApiKey(access)({ label })],
  ['registerApiKey', 'add', (access) => registerApiKey(access)(token, { label })],
  ['listApiKeys', 'list', (access) => listApiKeys(access)()],
  ['revokeApiKey', 'revoke', (access) => revokeApiKey(access)(key.id)],
  ['rotateApiKey', 'find', (access) => rotateApiKey(access)({ id: key.id, overlap: 0 })],
  ['rotateApiKey', 'add', (access) => rotateApiKey(access)({ id: key.id, overlap: 0 })],
])('%s does nothing before it is run, and returns the failure to %s', async (_, method, useCase) => {
  const access = fakeAccess(1000, key);
  useCase(access);
  expect(access.calls).toEqual([]);
  const failure = TE.left(repositoryUnavailable(new Error('no primary')));
  const failing = { ...access, apiKeys: { ...access.apiKeys, [method]: () => failure } };
  expect(await useCase(failing)()).toEqual(await failure());
  expect(access.kept).toEqual([key]);
});
