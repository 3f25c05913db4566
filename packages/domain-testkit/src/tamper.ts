/** Changes an object or array as a careless caller might. On a frozen one it has no effect and does not throw. */
export const tamper = (target: object, changes: Readonly<Record<string, unknown>>): void => {
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) Reflect.deleteProperty(target, key);
    else Reflect.set(target, key, value);
  }
};

/**
 * Removes every field of an object and of the objects in it. It leaves tagged values alone: libraries share them, for
 * example the one none of fp-ts.
 */
export const spoil = (target: unknown): void => {
  if (typeof target !== 'object' || target === null) return;
  for (const [key, value] of Object.entries(target)) {
    spoil(value);
    if (!('_tag' in target)) Reflect.deleteProperty(target, key);
  }
};
