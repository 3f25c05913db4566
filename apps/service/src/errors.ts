import { messageOf } from './describe-error.ts';
import { escapeInvisible } from './escape-invisible.ts';

/** Environment variables, or the files that they name, are invalid. */
export interface InvalidConfiguration {
  readonly _tag: 'InvalidConfiguration';
  /** One for each problem. None contains a value, which may be a secret. */
  readonly messages: readonly string[];
}

/** The chosen store cannot be used, and waiting does not help. */
export interface StoreMisconfigured {
  readonly _tag: 'StoreMisconfigured';
  /** With the name of the variable. */
  readonly message: string;
}

/** A server cannot listen on its address. */
export interface AddressUnusable {
  readonly _tag: 'AddressUnusable';
  readonly message: string;
}

/** A reason why a command or the service does not start. */
export type StartFailure = InvalidConfiguration | StoreMisconfigured | AddressUnusable;

/** The messages of a failure for the operator, one for each problem. */
export const messagesOf = (failure: StartFailure): readonly string[] =>
  failure._tag === 'InvalidConfiguration' ? failure.messages : [failure.message];

/** Why something failed or is unavailable, in one line, without the text of a database. */
export const reasonOf = (cause: unknown): string =>
  escapeInvisible(cause instanceof Error ? messageOf(cause) : String(cause));

/** The same with that text. Only for a check of the store, whose statements have no value of a client. */
export const reasonOfCheck = (cause: unknown): string =>
  escapeInvisible(cause instanceof Error ? cause.message : String(cause));

/** Prints messages on standard error, one a line, and sets the exit code 1. */
export const reportFailure = (...messages: readonly string[]): void => {
  for (const message of messages) process.stderr.write(`animal-store: ${message}\n`);
  process.exitCode = 1;
};
