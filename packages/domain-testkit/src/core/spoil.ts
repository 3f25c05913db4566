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
