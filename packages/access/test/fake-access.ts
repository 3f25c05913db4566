import { createHash } from 'node:crypto';
import { known } from '@animal-store/testkit/known';
import { option as O, taskEither as TE } from 'fp-ts';
import { type ApiKey, ApiKeyDigest, revokeFrom, useAt } from '../src/api-key.ts';
import { apiKeyTaken } from '../src/errors.ts';
import { Instant } from '../src/instant.ts';
import type { AccessPorts } from '../src/ports.ts';

/** The ports of the API keys, with the calls of the repository in their order. */
export interface FakeAccess extends AccessPorts {
  readonly calls: readonly string[];
  readonly kept: readonly ApiKey[];
}

/** The ports with stored keys, a clock that stands still and bytes that count up from 0. */
export const fakeAccess = (now: number, ...keys: readonly ApiKey[]): FakeAccess => {
  const calls: string[] = [];
  const kept: ApiKey[] = [...keys];
  let generated = 0;
  const call = <A>(name: string, run: () => A): TE.TaskEither<never, A> =>
    TE.fromIO(() => {
      calls.push(name);
      return run();
    });
  return {
    calls,
    kept,
    clock: { now: () => known(Instant)(now) },
    keyMaterial: {
      randomBytes: (length) => () => {
        const first = 64 * generated++;
        return Uint8Array.from({ length }, (_, index) => first + index);
      },
      sha256: (token) => known(ApiKeyDigest)(createHash('sha256').update(token).digest('hex')),
    },
    apiKeys: {
      add: (key) =>
        TE.flatten(
          call(`add ${key.id}`, () => {
            if (kept.some(({ id }) => id === key.id)) return TE.left(apiKeyTaken);
            kept.push(key);
            return TE.right(undefined);
          }),
        ),
      list: () => call('list', () => [...kept]),
      find: (id) => call(`find ${id}`, () => O.fromNullable(kept.find((key) => key.id === id))),
      findByDigest: (digest) =>
        call(`findByDigest ${digest}`, () => O.fromNullable(kept.find((key) => key.digest === digest))),
      revoke: (id, from) =>
        call(`revoke ${id} from ${from}`, () => {
          const index = kept.findIndex((key) => key.id === id);
          const key = kept[index];
          if (key === undefined) return O.none;
          kept[index] = revokeFrom(from)(key);
          return O.some(revokeFrom(from)(key));
        }),
      recordUse: (id, at) =>
        call(`recordUse ${id} at ${at}`, () => {
          for (const [index, key] of kept.entries()) if (key.id === id) kept[index] = useAt(at)(key);
        }),
    },
  };
};
