import { createHash } from 'node:crypto';
import { valid } from '@animal-store/testkit/valid';
import { function as F, option as O, taskEither as TE } from 'fp-ts';
import { type ApiKey, ApiKeyDigest, revokeFrom } from '../src/api-key.ts';
import { apiKeyTaken } from '../src/errors.ts';
import { Instant } from '../src/instant.ts';
import type { AccessPorts } from '../src/ports.ts';

/** The ports with stored keys, a clock that stands still and bytes that count up from 0; and the calls in their order. */
export const fakeAccess = (now: number, ...keys: readonly ApiKey[]) => {
  const calls: string[] = [];
  const kept: ApiKey[] = [...keys];
  let generated = 0;
  const call = <A>(name: string, run: () => A): TE.TaskEither<never, A> =>
    TE.fromIO(() => {
      calls.push(name);
      return run();
    });
  const found = (is: (key: ApiKey) => boolean): O.Option<ApiKey> => O.fromNullable(kept.find(is));
  const ports: AccessPorts = {
    clock: { now: () => valid(Instant)(now) },
    keyMaterial: {
      randomBytes: (length) => () => {
        const first = 64 * generated++;
        return Uint8Array.from({ length }, (_, index) => first + index);
      },
      sha256: (token) => valid(ApiKeyDigest)(createHash('sha256').update(token).digest('hex')),
    },
    apiKeys: {
      add: (key) =>
        F.pipe(
          call(`add ${key.id}`, () => kept.some(({ id }) => id === key.id)),
          TE.chain((isTaken) => (isTaken ? TE.left(apiKeyTaken) : TE.right(void kept.push(key)))),
        ),
      list: () => call('list', () => [...kept]),
      find: (id) => call(`find ${id}`, () => found((key) => key.id === id)),
      findByDigest: (digest) => call(`findByDigest ${digest}`, () => found((key) => key.digest === digest)),
      revoke: (id, from) =>
        call(`revoke ${id} from ${from}`, () => {
          const index = kept.findIndex((key) => key.id === id);
          const revoked = O.map(revokeFrom(from))(O.fromNullable(kept[index]));
          if (O.isSome(revoked)) kept[index] = revoked.value;
          return revoked;
        }),
      // No use case records a use.
      recordUse: () => TE.right(undefined),
    },
  };
  return { ...ports, calls, kept };
};
