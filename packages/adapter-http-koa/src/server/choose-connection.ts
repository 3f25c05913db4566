import type { ApiKeyId } from '@animal-store/access';
import type { ConnectionLimits } from '../limits.ts';

/** What decides whether a connection is closed for the sake of others. */
export interface Candidate {
  /** The key of its last valid request; undefined if it is unknown. */
  readonly key: ApiKeyId | undefined;
  /** The number of unanswered requests. */
  readonly unanswered: () => number;
  /** Whether its oldest unanswered request has its response, and the client does not read it. */
  readonly isUnread: () => boolean;
  /** Whether it has sent bytes but no complete request. */
  readonly isBegun: () => boolean;
  /** When it sent its last request, in any unit. */
  readonly lastUsed: number;
}

/** Whether the first one is the better choice; undefined if they are equal. */
type Preference<C> = (one: C, other: C) => boolean | undefined;

const more =
  <C>(of: (candidate: C) => number): Preference<C> =>
  (one, other) =>
    of(one) === of(other) ? undefined : of(one) > of(other);

/** The best one by these preferences, of which earlier ones count more. Equal ones: the first. */
const best = <C>(candidates: readonly C[], preferences: readonly Preference<C>[]): C | undefined =>
  candidates.reduce<C | undefined>((found, candidate) => {
    if (found === undefined) return candidate;
    for (const isBetter of preferences) {
      const outcome = isBetter(candidate, found);
      if (outcome !== undefined) return outcome ? candidate : found;
    }
    return found;
  }, undefined);

const totals = <C extends Candidate>(candidates: readonly C[], of: (candidate: C) => number): ((each: C) => number) => {
  const byKey = new Map<ApiKeyId | undefined, number>();
  for (const each of candidates) byKey.set(each.key, (byKey.get(each.key) ?? 0) + of(each));
  return ({ key }) => byKey.get(key) ?? 0;
};

/**
 * Chooses the connection that is closed for a newcomer when there are too many. `all` begins with the oldest. While the
 * known ones take more than their part, or a key more than its share, the key with most of them loses the idle one that
 * was used least recently. Otherwise a connection goes that has begun a request and not completed it, then the oldest
 * unknown one, then an idle one of the key with most. The newcomer itself goes if all others are busy.
 */
export const connectionToClose = <C extends Candidate>(
  all: readonly C[],
  newcomer: C,
  { maxConnections, maxKnownPercent, maxKeySharePercent }: ConnectionLimits,
): C => {
  const known = all.filter(({ key }) => key !== undefined);
  const ofKey = totals(known, () => 1);
  const idle = best(
    known.filter((each) => each.unanswered() === 0),
    [more(ofKey), more(({ lastUsed }) => -lastUsed)],
  );
  const isKnownFull = known.length > (maxConnections * maxKnownPercent) / 100;
  if (idle !== undefined && (isKnownFull || ofKey(idle) > (maxConnections * maxKeySharePercent) / 100)) return idle;
  const unknown = all.filter((each) => each !== newcomer && each.key === undefined);
  return unknown.find((each) => each.isBegun()) ?? unknown[0] ?? idle ?? newcomer;
};

/**
 * Chooses the connection that is cut off if the connections of one kind, known or unknown, have too many unanswered
 * requests: undefined if they have not. A key above its share loses one first; then one goes that does not read its
 * response; then one of the key with most requests, and of those the fullest, the oldest if several are. The connection
 * whose request has just come stays as long as there is another one.
 */
export const connectionToCut = <C extends Candidate>(
  all: readonly C[],
  newest: C,
  { maxUnansweredInAll, maxKeySharePercent }: ConnectionLimits,
): C | undefined => {
  const like = all.filter(({ key }) => (key === undefined) === (newest.key === undefined));
  const ofKey = totals(like, (each) => each.unanswered());
  const held = like.reduce((sum, each) => sum + each.unanswered(), 0);
  if (held <= maxUnansweredInAll) return undefined;
  const share = (maxUnansweredInAll * maxKeySharePercent) / 100;
  const others = like.filter((each) => each !== newest && each.unanswered() > 0);
  return (
    best(others, [
      more((each) => Number(ofKey(each) > share)),
      more((each) => Number(each.isUnread())),
      more(ofKey),
      more((each) => each.unanswered()),
    ]) ?? newest
  );
};
