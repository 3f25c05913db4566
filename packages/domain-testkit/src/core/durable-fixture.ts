/** One opening of a store: a repository on its data, until it is closed. */
export interface StoreHandle<R> {
  readonly repository: R;
  /** Closes this handle. The data stay. */
  readonly close: () => Promise<void>;
}

/** Another process that has opened the store, and its repository: each operation runs there. */
export interface StoreProcess<R> {
  readonly repository: R;
  /** Ends the process at once, as `kill -9` does. Unacknowledged operations fail with `RepositoryUnavailable`. */
  readonly kill: () => Promise<void>;
}

/** A handle that can be made to fail. It works before `begin`, and works again after `end`. */
export interface FailingHandle<R> extends StoreHandle<R> {
  /** From now on the failure happens. */
  readonly begin: () => Promise<void>;
  /** From now on the failure no longer happens. */
  readonly end: () => Promise<void>;
}

/** One way in which a store can fail, for example a full disk or a lost reply. */
export interface Failure<R> {
  readonly name: string;
  /** Milliseconds after `end` during which a handle may still fail. */
  readonly recoversWithinMS: number;
  /** The only operation whose commit fails; absent if every write fails. Laws of other operations leave the failure out. */
  readonly operation?: keyof R & string;
  /**
   * Whether the server shows what it has committed, but may still lose it, as without its synchronous standby. Then the repetition of
   * a write fails as well: it would acknowledge what may be lost.
   */
  readonly losesCommits?: boolean;
  /** Milliseconds within which an operation must end during the failure, 1 to 2^31 − 1; default 10,000. */
  readonly respondsWithinMS?: number;
  /** Opens the store: a handle that works until its `begin` is called. */
  readonly open: () => Promise<FailingHandle<R>>;
}

/** At least one failure. */
export type Failures<R> = readonly [Failure<R>, ...Failure<R>[]];

/**
 * A store under test that outlives its handles, with functions that open it, kill its processes and make it fail. The test
 * of an adapter supplies it. After each check, the handles that it has opened are closed, each once, and its processes are ended.
 */
export interface DurableFixture<R> {
  /** Opens the store: each time another handle on the same data. */
  readonly open: () => Promise<StoreHandle<R>>;
  /** Opens the store in another process. `serveRepository` and `remoteRepository` connect it. */
  readonly startProcess: () => Promise<StoreProcess<R>>;
  /** Failures in which writes cannot be committed, or their outcome is lost. Reads may succeed. */
  readonly failedCommits: Failures<R>;
  /** Failures in which no operation can reach the data. */
  readonly outages: Failures<R>;
}
