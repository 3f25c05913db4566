/** The database that a connection string names, or else `animal-store`. */
export const databaseNameOf = (uri: string): string =>
  decodeURIComponent(/^[^/]*\/\/[^/?]*\/([^?]+)/.exec(uri)?.[1] ?? 'animal-store');

const optionsOf = (uri: string): URLSearchParams => new URLSearchParams(/\?.*$/.exec(uri)?.[0]);

/** The names of the options that a connection string sets, in lower case, because they are case-insensitive. */
export const optionNamesOf = (uri: string): ReadonlySet<string> =>
  new Set([...optionsOf(uri).keys()].map((name) => name.toLowerCase()));

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The secrets of a connection string: user, password, and the options that are or may contain a secret. */
const secretsOf = (uri: string): readonly string[] => {
  const credentials = uri.slice(0, Math.max(0, uri.lastIndexOf('@'))).replace(/^[^/]*\/\//, '');
  const options = [...optionsOf(uri)].flatMap(([name, value]) => (/pass|user|properties/i.test(name) ? value : []));
  return [...credentials.split(/[:@]/), ...options.flatMap((value) => value.split(/[,:]/))]
    .flatMap((secret) => [secret, decoded(secret)])
    .filter((secret) => secret !== '');
};

/** Whether a text contains a secret of a connection string. */
export const givesAway = (uri: string, text: string): boolean => secretsOf(uri).some((secret) => text.includes(secret));
