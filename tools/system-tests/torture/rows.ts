import type { attacks } from './attacks.ts';
import type { HarmKind } from './harm.ts';

/** An attack, and what the service does about it. */
export interface Row {
  readonly name: string;
  readonly attack: keyof typeof attacks;
  readonly store: 'memory' | 'mongodb';
  /** How long the attack lasts against the limits of the product, in seconds. */
  readonly seconds: number;
  /** The environment of the service, if it is not the default. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the attack fills the store: then additions are refused, and the memory stays in use. */
  readonly fillsStore?: true;
  /** The same attack on a service without the limit that stops it. */
  readonly withoutLimit: {
    /** What `createService` takes as its limits. */
    readonly limits: object;
    readonly seconds: number;
    /** The harm that it does. */
    readonly harm: HarmKind;
  };
}

export const rows: readonly Row[] = [
  {
    name: '52,000 pipelined requests without a key, whose responses are not read',
    attack: 'pipelineUnread',
    store: 'memory',
    seconds: 8,
    withoutLimit: { limits: {}, seconds: 10, harm: 'ended' },
  },
  {
    name: '1,200 requests in flight with unknown keys',
    attack: 'lookUpUnknownKeys',
    store: 'mongodb',
    seconds: 30,
    withoutLimit: { limits: {}, seconds: 12, harm: 'refused' },
  },
  {
    name: 'packed bodies of numbers, 40 a second',
    attack: 'packNumbers',
    store: 'memory',
    seconds: 10,
    withoutLimit: { limits: {}, seconds: 6, harm: 'slow' },
  },
  {
    name: '60 pages of 6.4 MB that are not read, each on its own connection',
    attack: 'listUnread',
    store: 'memory',
    seconds: 8,
    withoutLimit: { limits: {}, seconds: 10, harm: 'ended' },
  },
  {
    name: '60 pages of 6.4 MB that are not read, pipelined',
    attack: 'listUnreadPipelined',
    store: 'memory',
    seconds: 8,
    withoutLimit: { limits: {}, seconds: 10, harm: 'ended' },
  },
  {
    name: '100 bodies of 60,000 chunks of one byte',
    attack: 'sendTinyChunks',
    store: 'memory',
    seconds: 8,
    withoutLimit: { limits: {}, seconds: 10, harm: 'ended' },
  },
  {
    name: '20 pages of 6.4 MB that are read at 16 KB/s, on a service with 20 slots',
    attack: 'readSlowly',
    store: 'memory',
    seconds: 10,
    env: { MAX_REQUESTS_IN_FLIGHT: '20' },
    withoutLimit: { limits: {}, seconds: 6, harm: 'refused' },
  },
  {
    name: 'animals of 64 KiB until the memory is full',
    attack: 'fillMemory',
    store: 'memory',
    seconds: 12,
    fillsStore: true,
    withoutLimit: { limits: {}, seconds: 20, harm: 'ended' },
  },
];
