// What the client uses of its runtime. The compiler knows nothing else of it, so a newer function cannot be called by mistake: each of
// these exists in all runtimes that the README names.

declare class AbortSignal {
  readonly aborted: boolean;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}

declare class URL {
  constructor(url: string | URL, base?: string);
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

declare class URLSearchParams {
  readonly size: number;
  set(name: string, value: string): void;
}

declare const crypto: { getRandomValues(array: BigUint64Array): BigUint64Array };
declare const performance: { now(): number };
declare const setTimeout: (end: () => void, milliseconds: number) => number;
declare const clearTimeout: (timer: number) => void;
declare const fetch: import('./animal-store-client.ts').Fetch;
