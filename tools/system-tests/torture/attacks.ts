import type { Attack } from './attacks/attack.ts';
import { fillMemory } from './attacks/fill-memory.ts';
import { listUnread, listUnreadPipelined } from './attacks/list-unread.ts';
import { lookUpUnknownKeys } from './attacks/look-up-unknown-keys.ts';
import { packNumbers } from './attacks/pack-numbers.ts';
import { pipelineUnread } from './attacks/pipeline-unread.ts';
import { readSlowly } from './attacks/read-slowly.ts';
import { sendTinyChunks } from './attacks/send-tiny-chunks.ts';

/** All attacks, by their names. */
export const attacks: Readonly<Record<string, Attack>> = {
  pipelineUnread,
  lookUpUnknownKeys,
  packNumbers,
  listUnread,
  listUnreadPipelined,
  sendTinyChunks,
  readSlowly,
  fillMemory,
};
