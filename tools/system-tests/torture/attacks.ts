import type { Attack } from './attacks/attack.ts';
import { fillMemory } from './attacks/fill-memory.ts';
import { headPages } from './attacks/head-pages.ts';
import { listUnread, listUnreadPipelined } from './attacks/list-unread.ts';
import { lookUpUnknownKeys } from './attacks/look-up-unknown-keys.ts';
import { packNumbers } from './attacks/pack-numbers.ts';
import { pipelineRead } from './attacks/pipeline-read.ts';
import { pipelineUnread } from './attacks/pipeline-unread.ts';
import { readSlowly } from './attacks/read-slowly.ts';
import { sendTinyChunks } from './attacks/send-tiny-chunks.ts';
import { stallBodies } from './attacks/stall-bodies.ts';
import { stallHeaders } from './attacks/stall-headers.ts';

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
