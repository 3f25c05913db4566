import { type ApiKey, type ApiKeyRepository, apiKeyState, type Clock } from '@animal-store/access';
import { either as E, number as N, ord as Ord, readonlyArray as RA } from 'fp-ts';
import type { Logger } from 'pino';

/** Knows which API keys expire soon. */
export interface ExpiringKeysWatch {
  /** The seconds until each of the next keys expires, by id. */
  readonly secondsLeft: () => ReadonlyMap<string, number>;
  /** Looks from now on every hour, and resolves after the first look. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

const hour = 3_600_000;
const day = 24 * hour;

/** How long before its expiry a key is shown, in milliseconds. */
const notice = 14 * day;

/** How many keys are shown, so that the labels of a metric have a bound. */
const maxShown = 10;

interface Expiring extends ApiKey {
  readonly expires: NonNullable<ApiKey['expires']>;
}

const byExpiry: Ord.Ord<Expiring> = Ord.contramap(({ expires }: Expiring): number => expires)(N.Ord);

/** Makes the watch. Once a day it logs the keys that expire within 14 days; one whose revocation is set is not among them. */
export const watchExpiringKeys = (
  { list }: Pick<ApiKeyRepository, 'list'>,
  { now }: Clock,
  logger: Pick<Logger, 'warn' | 'error'>,
): ExpiringKeysWatch => {
  let next: readonly Expiring[] = [];
  let logged = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const expiresSoon = (key: ApiKey): key is Expiring =>
    key.expires !== undefined &&
    key.revoked === undefined &&
    apiKeyState(now())(key) === 'active' &&
    key.expires - now() <= notice;

  const look = async (): Promise<void> => {
    try {
      const keys = await list()();
      // The keys of the last look stay until the store is available.
      if (E.isLeft(keys)) return;
      next = RA.sort(byExpiry)(keys.right.filter(expiresSoon)).slice(0, maxShown);
      if (next.length === 0 || now() - logged < day) return;
      logged = now();
      const expiring = next.map(({ id, expires }) => ({ id, expires: new Date(expires).toISOString() }));
      logger.warn({ keys: expiring }, 'API keys expire within 14 days: animal-store keys rotate <id> replaces one');
    } catch (err) {
      logger.error({ err }, 'the API keys could not be listed');
    }
  };

  return {
    secondsLeft: () =>
      new Map(next.flatMap(({ id, expires }) => (expires > now() ? [[id, (expires - now()) / 1000]] : []))),
    start: () => {
      timer ??= setInterval(look, hour).unref();
      return look();
    },
    stop: () => clearInterval(timer),
  };
};
