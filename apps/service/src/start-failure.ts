import type { StoreMisconfigured } from '@animal-store/store';

/** Environment variables, or the files that they name, are invalid. */
export interface InvalidConfiguration {
  readonly _tag: 'InvalidConfiguration';
  /** One for each problem. None contains a value, which may be a secret. */
  readonly messages: readonly string[];
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
