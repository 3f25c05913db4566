/** Does to an object or array what a careless caller might; on a frozen one it has no effect and throws nothing. */
export const tamper = (target: object, changes: Readonly<Record<string, unknown>>): void => {
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) Reflect.deleteProperty(target, key);
    else Reflect.set(target, key, value);
  }
};
