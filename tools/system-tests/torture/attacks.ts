import type { Attack } from './attacks/attack.ts';
import { fillMemory, headPages, listUnread, listUnreadPipelined, readSlowly } from './attacks/large-pages.ts';
import { lookUpUnknownKeys } from './attacks/look-up-unknown-keys.ts';
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
} satisfies Readonly<Record<string, Attack>>;

export type AttackName = keyof typeof attacks;
