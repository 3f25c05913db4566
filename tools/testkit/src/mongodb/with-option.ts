/** A connection string with one more option. */
export const withOption = (uri: string, option: string): string => `${uri}${uri.includes('?') ? '&' : '?'}${option}`;
