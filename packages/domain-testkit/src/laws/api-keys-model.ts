import assert from 'node:assert/strict';
import { type ApiKey, type ApiKeyRepository, apiKeyTaken, type Instant, revokeFrom, useAt } from '@animal-store/access';
import fc from 'fast-check';
import { option as O } from 'fp-ts';
import { apiKeys as anyApiKeys, instants } from '../arbitraries.ts';
import { type Law, law } from '../law.ts';
import { failWith, succeed, succeedWith } from '../outcome.ts';
import { apiKey } from '../samples.ts';

/** The expected content of a repository: the keys by id. */
type Model = Map<string, ApiKey>;

type Command = fc.AsyncCommand<Model, ApiKeyRepository>;

const command = (text: string, run: Command['run']): Command => ({ check: () => true, run, toString: () => text });

const inOrder = (model: Model): readonly ApiKey[] =>
  [...model.values()].sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));

const add = (given: ApiKey): Command =>
  command(`add ${JSON.stringify(given)}`, async (model, real) => {
    const taken = model.has(given.id) || [...model.values()].some(({ digest }) => digest === given.digest);
    if (taken) return failWith(real.add(given), apiKeyTaken);
    await succeed(real.add(given));
    model.set(given.id, given);
  });

const find = ({ id, digest }: ApiKey): Command =>
  command(`find ${id} ${digest}`, async (model, real) => {
    const byDigest = [...model.values()].find((one) => one.digest === digest);
    await succeedWith(real.find(id), O.fromNullable(model.get(id)));
    await succeedWith(real.findByDigest(digest), O.fromNullable(byDigest));
  });

const revoke = (id: ApiKey['id'], from: Instant): Command =>
  command(`revoke ${id} from ${from}`, async (model, real) => {
    const revoked = O.map(revokeFrom(from))(O.fromNullable(model.get(id)));
    await succeedWith(real.revoke(id, from), revoked);
    if (O.isSome(revoked)) model.set(id, revoked.value);
  });

const recordUse = (id: ApiKey['id'], at: Instant): Command =>
  command(`recordUse ${id} at ${at}`, async (model, real) => {
    await succeed(real.recordUse(id, at));
    const used = model.get(id);
    if (used !== undefined) model.set(id, useAt(at)(used));
  });

const list = (): Command =>
  command('list', async (model, real) => assert.deepEqual(await succeed(real.list()), inOrder(model)));

// Few ids and few digests, so that two keys often collide.
const few = fc.nat({ max: 3 });
const fewKeys = fc
  .tuple(anyApiKeys, few, few)
  .map(([fields, n, m]) => apiKey(0, { ...fields, id: apiKey(n).id, digest: apiKey(m).digest }));

const commands = fc.commands(
  [
    fewKeys.map(add),
    fewKeys.map(find),
    fc.tuple(fewKeys, instants).map(([{ id }, from]) => revoke(id, from)),
    fc.tuple(fewKeys, instants).map(([{ id }, at]) => recordUse(id, at)),
    fc.constant(list()),
  ],
  { maxCommands: 30, size: 'max' },
);

export const apiKeysModel: readonly Law<ApiKeyRepository>[] = [
  law('any sequence of operations on API keys returns what a plain model returns', (fresh) =>
    fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const model: Model = new Map();
        const real = await fresh();
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        await succeedWith(real.list(), inOrder(model));
      }),
      { numRuns: 40, includeErrorInReport: true },
    ),
  ),
];
