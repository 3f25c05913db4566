import { either as E } from 'fp-ts';
import type { DecodedLine } from './decode-lines.ts';

/** The outcome of a line. `refused` says why the animal is not stored, `storeFails` why the store accepts no animal. */
export type LineOutcome = 'added' | 'present' | { readonly refused: string } | { readonly storeFails: string };

/** Stores the animal of a line. */
export type StoreLine<A> = (line: number, animal: A) => Promise<LineOutcome>;

/** How lines are imported. */
export interface ImportSettings {
  /** How many animals are stored at a time: as many can share one commit. */
  readonly concurrency: number;
  readonly stopOnError: boolean;
  /** Closes the input early, so that reads of it end. */
  readonly closeInput: () => void;
  readonly onRefused: (line: number, reason: string) => void;
  readonly onProgress: (report: ImportReport) => void;
}

/** The outcomes of the lines so far. */
export interface ImportReport {
  /** The number of the last line that was begun. */
  readonly lastLine: number;
  readonly added: number;
  readonly present: number;
  readonly refused: number;
  /** Why the store accepts no further animal. */
  readonly storeFails?: string;
}

/** An import in flight. */
export interface RunningImport {
  /** Starts no more lines. */
  readonly stop: () => void;
  /** Settles when every started line has ended. Rejects with the error of the input. */
  readonly ended: Promise<ImportReport>;
}

/**
 * Stores the animals of lines, a bounded number at a time, and holds no more of them. A line that is refused does not
 * keep the others from being stored, unless `stopOnError` is set. Any other failure ends the import.
 */
export const importAnimals = <A>(
  lines: AsyncIterator<DecodedLine<A>>,
  store: StoreLine<A>,
  { concurrency, stopOnError, closeInput, onRefused, onProgress }: ImportSettings,
): RunningImport => {
  const report: { -readonly [Field in keyof ImportReport]: ImportReport[Field] } = {
    lastLine: 0,
    added: 0,
    present: 0,
    refused: 0,
  };
  let isStopped = false;
  const stop = (): void => {
    if (isStopped) return;
    isStopped = true;
    closeInput();
  };

  const refuse = (line: number, reason: string): void => {
    report.refused += 1;
    onRefused(line, reason);
    if (stopOnError) stop();
  };

  const count = (line: number, outcome: LineOutcome): void => {
    if (typeof outcome === 'string') report[outcome] += 1;
    else if ('refused' in outcome) refuse(line, outcome.refused);
    else {
      report.storeFails = outcome.storeFails;
      stop();
    }
  };

  const takeNext = async (): Promise<boolean> => {
    const next = await lines.next().catch((error: unknown) => {
      // Closing the input rejects the reads in flight.
      if (isStopped) return undefined;
      throw error;
    });
    if (next === undefined || next.done === true || isStopped) return false;
    const { number, content } = next.value;
    report.lastLine = number;
    if (E.isLeft(content)) refuse(number, content.left);
    else count(number, await store(number, content.right));
    onProgress(report);
    return true;
  };

  const lane = async (): Promise<void> => {
    try {
      while (await takeNext());
    } catch (error) {
      stop();
      throw error;
    }
  };

  const run = async (): Promise<ImportReport> => {
    const lanes = await Promise.allSettled(Array.from({ length: concurrency }, lane));
    const failed = lanes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return report;
  };

  return { stop, ended: run() };
};
