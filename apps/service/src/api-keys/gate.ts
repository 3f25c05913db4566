/** Why something is refused: all of it is taken, or a share. */
export type Refusal = 'all-taken' | 'share-taken';

const forgetEmpty = <A>(shares: Map<A, unknown>, key: A): void => void shares.delete(key);

/** What one user of a gate has taken until `leave` gives it back. */
export interface Permit {
  /**
   * Corrects the weight once it is known. Returns false, and gives everything back, if the new weight does not fit: the
   * user must drop what it has, and enter again with this weight.
   */
  readonly settle: (weight: number) => boolean;
  /** Gives the weight back. Only the first call has an effect. */
  readonly leave: () => void;
}

/** Admits users as long as they weigh little enough together. */
export interface Gate<Key> {
  /** The weight of all users now. */
  readonly weight: () => number;
  /** The permit at once, or a promise of it, or of the reason why the user has waited too long. */
  readonly enter: (key: Key, weight: number) => Permit | Promise<Permit | Refusal>;
}

/** The limits of a gate: the weight of all users at once, the same for one key, and how long a user waits, in milliseconds. */
export interface GateLimits {
  readonly capacity: number;
  readonly share: number;
  readonly maxWait: number;
}

interface Waiting<Key> {
  readonly key: Key;
  readonly weight: number;
  readonly admit: () => void;
}

/**
 * Makes a gate. Users that do not fit wait, and the first one that fits no more into the capacity blocks all after it, so
 * that small users do not overtake a large one for ever. A user whose key has used up its share blocks only the users of
 * that key. One that is heavier than the gate or the share enters while there is no other. A library (p-queue) takes a promise
 * and about 3 µs per user, even if none waits.
 */
export const createGate = <Key>({ capacity, share, maxWait }: GateLimits): Gate<Key> => {
  const taken = new Map<Key, number>();
  const queue: Waiting<Key>[] = [];
  let total = 0;

  const fitsShare = (key: Key, weight: number): boolean => {
    const own = taken.get(key) ?? 0;
    return own === 0 || own + weight <= share;
  };
  const fitsCapacity = (weight: number): boolean => total === 0 || total + weight <= capacity;

  const count = (key: Key, weight: number): void => {
    const own = (taken.get(key) ?? 0) + weight;
    total += weight;
    taken.set(key, own);
    if (own === 0) forgetEmpty(taken, key);
  };

  const admitWaiting = (): void => {
    for (let index = 0; index < queue.length; ) {
      const waiting = queue[index];
      if (waiting === undefined || !fitsShare(waiting.key, waiting.weight)) index += 1;
      else if (fitsCapacity(waiting.weight)) {
        queue.splice(index, 1);
        waiting.admit();
      } else return;
    }
  };

  const permit = (key: Key, reserved: number): Permit => {
    let weight = reserved;
    const change = (next: number): void => {
      if (next === weight) return;
      count(key, next - weight);
      weight = next;
      admitWaiting();
    };
    count(key, weight);
    return {
      settle: (next) => {
        const added = next - weight;
        const isAlone = total === weight;
        if (added > 0 && !isAlone && !(total + added <= capacity && fitsShareOf(key, weight, next))) {
          change(0);
          return false;
        }
        change(next);
        return true;
      },
      leave: () => change(0),
    };
  };

  const fitsShareOf = (key: Key, weight: number, next: number): boolean => {
    const others = (taken.get(key) ?? 0) - weight;
    return others === 0 || others + next <= share;
  };

  const wait = (key: Key, weight: number): Promise<Permit | Refusal> =>
    new Promise((resolve) => {
      const waiting: Waiting<Key> = {
        key,
        weight,
        admit: () => {
          clearTimeout(timer);
          resolve(permit(key, weight));
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        resolve(fitsShare(key, weight) ? 'all-taken' : 'share-taken');
        admitWaiting();
      }, maxWait);
      queue.push(waiting);
      admitWaiting();
    });

  return {
    weight: () => total,
    enter: (key, weight) =>
      queue.length === 0 && fitsShare(key, weight) && fitsCapacity(weight) ? permit(key, weight) : wait(key, weight),
  };
};
