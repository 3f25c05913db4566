/** A connection string with an additional option. */
export const withOption = (uri: string, option: string): string => `${uri}${uri.includes('?') ? '&' : '?'}${option}`;

/** A connection string with another database. */
export const withDatabase = (uri: string, name: string): string => {
  const [, server = '', options = ''] = /^([^/]*\/\/[^/?]*)\/?[^?]*(\?.*)?$/.exec(uri) ?? [];
  return `${server}/${name}${options}`;
};
