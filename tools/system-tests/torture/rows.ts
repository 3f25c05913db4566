import type * as attacks from './attacks.ts';

/** How an attack can harm the service or its healthy client. */
export type HarmKind =
  /** The process ended, or does not stop with exit code 0. */
  | 'ended'
  /** A request of the healthy client, or one of the attacker that is valid, was refused or lost. */
  | 'refused'
  /** The healthy client waits longer than without the attack, or a probe longer than its limit. */
  | 'slow'
  /** `/livez` or `/readyz` does not return 200 in time. */
  | 'silent'
  /** The process takes more memory than its instance has, or keeps it. */
  | 'memory';

/** An attack, and the service's protection from it. */
export interface Row {
  readonly name: string;
  readonly attack: keyof typeof attacks;
  /** Its store, if it is not in memory. */
  readonly store?: 'mongodb';
  /** The duration of the attack with the default limits, in seconds. */
  readonly seconds: number;
  /** The durations that times of responses need to be compared. They are left out where slowness does not fail a run. */
  readonly toCompareTimes?: { readonly seconds: number; readonly aloneSeconds: number };
  /** The environment of the service, if it is not the default. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the attack fills the store. Additions are then refused, and the memory stays in use. */
  readonly fillsStore?: boolean;
  /** The responses that the attacker gets, in order, and no others: none of its valid requests is refused or lost. */
  readonly responses?: readonly string[];
  /**
   * The same attack without the limit that stops it, or with one that refuses the honest. Absent if the attack is stopped
   * not by a limit but by an algorithm, whose own test fails with the earlier algorithm.
   */
  readonly withoutLimit?: {
    /** The limits that `createService` takes instead of the default ones. */
    readonly limits: object;
    /** The longest duration of the attack, in seconds. It ends with the service. */
    readonly seconds: number;
    /** The harm that it does, if the service does not end before. */
    readonly harm: HarmKind;
  };
}

/** A limit that is never reached. */
const none = 1_000_000_000;

/** MongoDB occasionally writes to its disk for up to half a second, and opens its connections when they are needed. */
const onMongodb: Row['toCompareTimes'] = { seconds: 30, aloneSeconds: 15 };

/** Two large lists reach this limit, and others wait for at most 1 ms. */
const hastyLists = { requests: { maxBytesBeingRead: 32 * 1024, maxListWait: 1 } };
const unboundedPipelines = {
  server: { maxUnansweredRead: none, maxUnanswered: none, maxUnansweredInAll: none, strangers: 'trusted' },
};
const unboundedPages = { requests: { maxBytesInFlight: none, maxKeySharePercent: 100, maxBytesBeingRead: none } };

export const rows: readonly Row[] = [
  {
    name: '1,500 idle connections of one key, and 50 new ones a second',
    attack: 'holdConnections',
    seconds: 8,
    withoutLimit: {
      limits: { server: { maxKnownPercent: 100, maxKeySharePercent: 100 } },
      seconds: 8,
      harm: 'refused',
    },
  },
  {
    // A test of `connectionToCut` has the order in which connections are cut off.
    name: '1,100 connections without a key that do not read a script',
    attack: 'waitForScripts',
    seconds: 6,
    withoutLimit: { limits: { server: { strangers: 'trusted' } }, seconds: 6, harm: 'memory' },
  },
  {
    name: '250 scripts of 1.7 MB that are not read, in the memory of the kernel',
    attack: 'fillSendQueues',
    seconds: 4,
    withoutLimit: { limits: { server: { strangers: 'trusted' } }, seconds: 4, harm: 'memory' },
  },
  {
    name: '1,000 requests in flight with unknown keys, on connections that have sent a valid one',
    attack: 'floodKnown',
    seconds: 6,
    // The first flood of each connection comes before the pace holds it.
    toCompareTimes: { seconds: 15, aloneSeconds: 2 },
    withoutLimit: { limits: { server: { strangers: 'trusted' } }, seconds: 6, harm: 'slow' },
  },
  {
    name: 'a proxy with one connection for clients with and without a valid key',
    attack: 'shareProxy',
    seconds: 5,
    responses: ['200', '401'],
    withoutLimit: { limits: { server: { maxUnanswered: 1 } }, seconds: 5, harm: 'refused' },
  },
  {
    // Tests of the gate have its order.
    name: '40 lists of 50 at once with two keys, twice a second',
    attack: 'listWithTwoKeys',
    store: 'mongodb',
    seconds: 6,
    toCompareTimes: onMongodb,
    responses: ['200'],
    withoutLimit: { limits: hastyLists, seconds: 6, harm: 'refused' },
  },
  {
    name: '200 lists of 20 at once with one key, every 15 seconds',
    attack: 'listWithOneKey',
    store: 'mongodb',
    seconds: 6,
    toCompareTimes: onMongodb,
    responses: ['200'],
    withoutLimit: { limits: hastyLists, seconds: 6, harm: 'refused' },
  },
  {
    name: '104,000 pipelined requests without a key, whose responses are not read',
    attack: 'pipelineUnread',
    seconds: 6,
    withoutLimit: { limits: unboundedPipelines, seconds: 60, harm: 'ended' },
  },
  {
    name: '52,000 pipelined requests without a key, whose responses are read',
    attack: 'pipelineRead',
    seconds: 6,
    // How long probes wait depends on the machine: 1.8 s on a fast one.
    withoutLimit: { limits: unboundedPipelines, seconds: 6, harm: 'slow' },
  },
  {
    name: '4,000 connections with 3,900 headers each and no end of them, without a key',
    attack: 'stallHeaders',
    seconds: 10,
    withoutLimit: { limits: { server: { maxConnections: none } }, seconds: 12, harm: 'memory' },
  },
  {
    name: '1,200 requests in flight with unknown keys',
    attack: 'lookUpUnknownKeys',
    store: 'mongodb',
    seconds: 8,
    toCompareTimes: onMongodb,
    withoutLimit: {
      limits: {
        lookups: { running: none, waiting: none },
        requests: { maxUnauthenticatedInFlight: none },
        server: { strangers: 'trusted' },
      },
      seconds: 8,
      harm: 'slow',
    },
  },
  {
    name: 'packed bodies of numbers, 40 a second',
    attack: 'packNumbers',
    seconds: 6,
  },
  {
    name: '60 pages of 6.4 MB that are not read, each on its own connection',
    attack: 'listUnread',
    seconds: 5,
    withoutLimit: { limits: unboundedPages, seconds: 6, harm: 'memory' },
  },
  {
    name: '60 pages of 6.4 MB that are not read, pipelined',
    attack: 'listUnreadPipelined',
    seconds: 5,
    withoutLimit: { limits: unboundedPages, seconds: 6, harm: 'memory' },
  },
  {
    name: '100 bodies of 60,000 chunks of one byte',
    attack: 'sendTinyChunks',
    seconds: 6,
  },
  {
    name: '20 pages of 6.4 MB that are read at 16 KB/s, on a service with 20 slots',
    attack: 'readSlowly',
    seconds: 8,
    env: { MAX_REQUESTS_IN_FLIGHT: '20' },
    withoutLimit: {
      limits: { requests: { maxKeySharePercent: 100 }, server: { responseTimeout: none } },
      seconds: 6,
      harm: 'refused',
    },
  },
  {
    name: '1,100 bodies of one key that do not arrive',
    attack: 'stallBodies',
    seconds: 5,
    withoutLimit: { limits: { requests: { maxKeySharePercent: 100 } }, seconds: 5, harm: 'refused' },
  },
  {
    name: '20 HEAD requests of one key for pages of 6.4 MB in flight',
    attack: 'headPages',
    seconds: 5,
  },
  {
    name: 'animals of 64 KiB until the memory is full',
    attack: 'fillMemory',
    seconds: 15,
    fillsStore: true,
    withoutLimit: { limits: { memoryBytes: none }, seconds: 60, harm: 'ended' },
  },
];
