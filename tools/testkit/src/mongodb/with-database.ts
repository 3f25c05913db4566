/** A connection string with another database. */
export const withDatabase = (uri: string, name: string): string => {
  const [, server = '', options = ''] = /^([^/]*\/\/[^/?]*)\/?[^?]*(\?.*)?$/.exec(uri) ?? [];
  return `${server}/${name}${options}`;
};
