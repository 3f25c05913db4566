import assert from 'node:assert/strict';
import { type ApiKey, type ApiKeyRepository, apiKeyTaken, type Instant, revokeFrom, useAt } from '@animal-store/access';
import fc from 'fast-check';
import { option as O } from 'fp-ts';
import { apiKeys as anyApiKeys, instants } from '../arbitraries.ts';
import type { Command, Plain } from '../core/model.ts';
import { failWith, succeed, succeedWith } from '../core/outcome.ts';
import { apiKey, inOrderOfCreation } from '../samples.ts';

/** The expected content of a repository: the keys by id. */
type Model = Map<string, ApiKey>;

type ApiKeyCommand = Command<Model, ApiKeyRepository>;

const command = (text: string, run: ApiKeyCommand['run']): ApiKeyCommand => ({ run, inWords: () => text });

const called = ({ id, digest }: ApiKey): string => `the key ${id} with the digest …${digest.slice(-4)}`;

const assertStored = async (model: Model, apiKeys: ApiKeyRepository): Promise<void> =>
  assert.deepEqual(await succeed(apiKeys.list()), inOrderOfCreation([...model.values()]));

const add = (given: ApiKey): ApiKeyCommand =>
  command(`add ${called(given)}`, async (model, real) => {
    const taken = model.has(given.id) || [...model.values()].some(({ digest }) => digest === given.digest);
    if (taken) return failWith(real.add(given), apiKeyTaken);
    await succeed(real.add(given));
    model.set(given.id, given);
  });

const find = (wanted: ApiKey): ApiKeyCommand =>
  command(`find ${called(wanted)}`, async (model, real) => {
    const { id, digest } = wanted;
    const byDigest = [...model.values()].find((one) => one.digest === digest);
    await succeedWith(real.find(id), O.fromNullable(model.get(id)));
    await succeedWith(real.findByDigest(digest), O.fromNullable(byDigest));
  });

const revoke = (id: ApiKey['id'], from: Instant): ApiKeyCommand =>
  command(`revoke the key ${id} from ${from}`, async (model, real) => {
    const revoked = O.map(revokeFrom(from))(O.fromNullable(model.get(id)));
    await succeedWith(real.revoke(id, from), revoked);
    if (O.isSome(revoked)) model.set(id, revoked.value);
  });

const recordUse = (id: ApiKey['id'], at: Instant): ApiKeyCommand =>
  command(`record a use of the key ${id} at ${at}`, async (model, real) => {
    await succeed(real.recordUse(id, at));
    const used = model.get(id);
    if (used !== undefined) model.set(id, useAt(at)(used));
  });

// Few ids and few digests, so that two keys often collide. All keys are new, so that most revocations and uses change one.
const few = fc.nat({ max: 5 });
const fewKeys = fc
  .tuple(anyApiKeys, few, few)
  .map(([{ revoked: _, lastUsed: __, ...fields }, n, m]) =>
    apiKey(0, { ...fields, id: apiKey(n).id, digest: apiKey(m).digest }),
  );

/** The plain model of a store of API keys. */
export const plainApiKeys: Plain<Model, ApiKeyRepository> = {
  empty: () => new Map(),
  commands: [
    fewKeys.map(add),
    fewKeys.map(find),
    fc.tuple(fewKeys, instants).map(([{ id }, from]) => revoke(id, from)),
    fc.tuple(fewKeys, instants).map(([{ id }, at]) => recordUse(id, at)),
    fc.constant(command('list all keys', assertStored)),
  ],
  compare: assertStored,
};
