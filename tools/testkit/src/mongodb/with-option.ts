/** A connection string with an additional option. */
export const withOption = (uri: string, option: string): string => `${uri}${uri.includes('?') ? '&' : '?'}${option}`;
