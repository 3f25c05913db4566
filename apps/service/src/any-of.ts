/** Names as alternatives, such as `A, B or C`. Not by `Intl.ListFormat`, which would add 15 ms to each start. */
export const anyOf = (names: readonly string[]): string => names.join(', ').replace(/, (?=[^,]*$)/, ' or ');
