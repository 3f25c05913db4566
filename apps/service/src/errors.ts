/** Environment variables, or the files that they name, are invalid. */
export interface InvalidConfiguration {
  readonly _tag: 'InvalidConfiguration';
  /** One for each problem. None contains a value, which may be a secret. */
  readonly messages: readonly string[];
}

/** The chosen store cannot be used, and waiting does not help. */
export interface StoreMisconfigured {
  readonly _tag: 'StoreMisconfigured';
  readonly variable: string;
  readonly message: string;
}

/** A server cannot listen on its address. */
export interface AddressUnusable {
  readonly _tag: 'AddressUnusable';
  readonly address: string;
  /** The code of the system error, such as `EADDRINUSE`. */
  readonly code: string;
  /** The variables that set the address. */
  readonly variables: string;
}

/** A reason why a command or the service does not start. */
export type StartFailure = InvalidConfiguration | StoreMisconfigured | AddressUnusable;

const addressProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another process',
  EADDRNOTAVAIL: 'is not an address of this machine',
  // A link-local address without its zone, or a name longer than any; no IPv6 at all.
  EINVAL: 'is not an address that can be listened on',
  EAFNOSUPPORT: 'is not an address that can be listened on',
  ENOTFOUND: 'is not a host name that this machine knows',
  EAI_AGAIN: 'is not a host name that this machine knows',
  EACCES: 'needs privileges that this process does not have',
};

/** The messages of a failure for the operator, one for each problem. */
export const messagesOf = (failure: StartFailure): readonly string[] => {
  switch (failure._tag) {
    case 'InvalidConfiguration':
      return failure.messages;
    case 'StoreMisconfigured':
      return [`${failure.variable}: ${failure.message}`];
    case 'AddressUnusable': {
      const { address, code, variables } = failure;
      const problem = addressProblems[code] ?? `cannot be listened on (${code})`;
      return [`${address} ${problem}; choose another ${variables}`];
    }
  }
};

/** All messages of a failure in one line. */
export const messageOf = (failure: StartFailure): string => messagesOf(failure).join('; ');
