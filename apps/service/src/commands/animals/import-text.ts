import type { ImportReport } from './import-animals.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What is known of an import besides its report. */
export interface ImportPace {
  /** The part of the file that is read, between 0 and 1, if its size is known. */
  readonly part?: number;
  /** Milliseconds since it began. */
  readonly elapsed: number;
}

/** How far an import is, for a person: with the rate, and with the rest if the size of the file is known. */
export const importProgressText = ({ lastLine, refused }: ImportReport, { part, elapsed }: ImportPace): string => {
  const seconds = elapsed / 1000;
  return [
    `line ${lastLine}`,
    `${Math.round(lastLine / seconds)} lines/s`,
    ...(part === undefined || part === 0
      ? []
      : [`${Math.floor(100 * part)} % of the file`, `${Math.ceil((seconds * (1 - part)) / part)} s left`]),
    ...(refused === 0 ? [] : [`${refused} refused`]),
  ].join(', ');
};

/** What an import has done, or would do, as one line. */
export const importResultText = ({ added, present, refused }: ImportReport, isDryRun: boolean): string =>
  [
    `${counted(added, 'animal', 'animals')} ${isDryRun ? 'would be added' : 'added'}`,
    ...(present === 0 ? [] : [`${present} stored before`]),
    ...(refused === 0 ? [] : [`${counted(refused, 'line', 'lines')} refused`]),
  ].join(', ');
