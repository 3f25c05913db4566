import type { ImportReport } from './import-animals.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** How far an import is, for a terminal. */
export const importProgressText = ({ lastLine, refused }: ImportReport): string =>
  refused === 0 ? `line ${lastLine}` : `line ${lastLine}, ${refused} refused`;

/** What an import has done, or would do, as one line. */
export const importResultText = ({ added, present, refused }: ImportReport, isDryRun: boolean): string =>
  [
    `${counted(added, 'animal', 'animals')} ${isDryRun ? 'would be added' : 'added'}`,
    ...(present === 0 ? [] : [`${present} stored before`]),
    ...(refused === 0 ? [] : [`${counted(refused, 'line', 'lines')} refused`]),
  ].join(', ');
