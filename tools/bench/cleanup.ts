/** What has to be undone, whichever way a run ends. */
export interface Cleanup {
  readonly add: (undo: () => unknown) => void;
  /** Undoes all that was added, the last first; what fails does not keep the rest from being undone. */
  readonly run: () => Promise<void>;
}

export const createCleanup = (): Cleanup => {
  const undos: (() => unknown)[] = [];
  return {
    add: (undo) => void undos.push(undo),
    run: async () => {
      for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
        try {
          await undo();
        } catch (error) {
          process.stderr.write(`cleanup: ${error}\n`);
        }
      }
    },
  };
};
