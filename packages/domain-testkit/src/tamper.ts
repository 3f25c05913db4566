/** Changes an object or array as a careless caller might. On a frozen one it has no effect and does not throw. */
export const tamper = (target: object, changes: Readonly<Record<string, unknown>>): void => {
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) Reflect.deleteProperty(target, key);
    else Reflect.set(target, key, value);
  }
};
