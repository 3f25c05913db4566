import type { Attack } from './attacks/attack.ts';
import { fillSendQueues, holdConnections, waitForScripts } from './attacks/hold-connections.ts';
import { floodKnown, shareProxy } from './attacks/known-connections.ts';
import { fillMemory, headPages, listUnread, listUnreadPipelined, readSlowly } from './attacks/large-pages.ts';
import { lookUpUnknownKeys } from './attacks/look-up-unknown-keys.ts';
import { listAtOnce, listWithTwoKeys } from './attacks/many-lists.ts';
import { packNumbers } from './attacks/pack-numbers.ts';
import { pipelineRead, pipelineUnread } from './attacks/pipelines.ts';
import { sendTinyChunks, stallBodies, stallHeaders } from './attacks/stalls.ts';

/** All attacks, by their names. */
export const attacks = {
  pipelineUnread,
  pipelineRead,
  stallHeaders,
  lookUpUnknownKeys,
  packNumbers,
  listUnread,
  listUnreadPipelined,
  sendTinyChunks,
  readSlowly,
  stallBodies,
  headPages,
  fillMemory,
  holdConnections,
  waitForScripts,
  fillSendQueues,
  floodKnown,
  shareProxy,
  listWithTwoKeys,
  listAtOnce,
} satisfies Readonly<Record<string, Attack>>;

export type AttackName = keyof typeof attacks;
