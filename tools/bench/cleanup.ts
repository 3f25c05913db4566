/** The undo steps of a run, which are taken whenever the run ends. */
export interface Cleanup {
  readonly add: (undo: () => unknown) => void;
  /** Undoes all steps, the last first. A failed step does not prevent the others. */
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
