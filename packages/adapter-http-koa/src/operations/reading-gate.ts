import type { ApiKeyId } from '@animal-store/access';

/** Admits readers as long as they read few enough animals together. */
export interface ReadingGate {
  /** True at once, or a promise that resolves to false if the reader has waited too long. */
  readonly enter: (key: ApiKeyId | undefined, pets: number) => true | Promise<boolean>;
  /** Must follow each `enter` that resolved to true, with the same arguments. */
  readonly leave: (key: ApiKeyId | undefined, pets: number) => void;
}

interface Waiting {
  readonly key: ApiKeyId | undefined;
  readonly pets: number;
  readonly admit: () => void;
}

/**
 * The limits of a gate: animals being read at once, the same for one API key, and how long a reader waits, in
 * milliseconds.
 */
export interface ReadingLimits {
  readonly capacity: number;
  readonly share: number;
  readonly maxWait: number;
}

/** How many keys that read nothing are kept: V8 takes 0.5 µs to rebuild the table of a map that has become empty. */
const keptKeys = 1_000;

/**
 * Makes a gate for readers. Those that do not fit wait in order, but a reader whose key has used up its share does not
 * delay the readers of other keys. A library (p-queue) takes a promise and about 3 µs per reader, even if no reader
 * waits.
 */
export const createReadingGate = ({ capacity, share, maxWait }: ReadingLimits): ReadingGate => {
  const readingOf = new Map<ApiKeyId | undefined, number>();
  const queue: Waiting[] = [];
  let reading = 0;
  const canEnter = (key: ApiKeyId | undefined, pets: number): boolean => {
    const own = readingOf.get(key) ?? 0;
    return (reading === 0 || reading + pets <= capacity) && (own === 0 || own + pets <= share);
  };
  const count = (key: ApiKeyId | undefined, pets: number): void => {
    const own = (readingOf.get(key) ?? 0) + pets;
    reading += pets;
    if (own === 0 && readingOf.size > keptKeys) readingOf.delete(key);
    else readingOf.set(key, own);
  };
  const admitWaiting = (): void => {
    for (let index = 0; index < queue.length; ) {
      const waiting = queue[index];
      if (waiting !== undefined && canEnter(waiting.key, waiting.pets)) {
        queue.splice(index, 1);
        count(waiting.key, waiting.pets);
        waiting.admit();
      } else index += 1;
    }
  };
  return {
    enter: (key, pets) => {
      if (canEnter(key, pets)) {
        count(key, pets);
        return true;
      }
      return new Promise((resolve) => {
        const waiting: Waiting = {
          key,
          pets,
          admit: () => {
            clearTimeout(timer);
            resolve(true);
          },
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1);
          resolve(false);
        }, maxWait);
        queue.push(waiting);
      });
    },
    leave: (key, pets) => {
      count(key, -pets);
      if (queue.length > 0) admitWaiting();
    },
  };
};
