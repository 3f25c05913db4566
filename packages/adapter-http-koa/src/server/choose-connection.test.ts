import type { ApiKeyId } from '@animal-store/access';
import { describe, expect, it } from 'vitest';
import { connectionLimits } from '../limits.ts';
import { type Candidate, connectionToClose, connectionToCut } from './choose-connection.ts';

/** A connection as a text: its key or `-`, its unanswered requests, `u` if it is unread, and `b` if it has only begun. */
const candidate = (text: string, index: number): Candidate & { readonly index: number } => {
  const [, key = '', unanswered, state = ''] = /^(.)(\d+)(\w?)$/.exec(text) ?? [];
  return {
    index,
    key: key === '-' ? undefined : (key as ApiKeyId),
    unanswered: () => Number(unanswered),
    isUnread: () => state === 'u',
    isBegun: () => state === 'b',
    lastUsed: index,
  };
};

const candidates = (texts: string) => texts.split(' ').map(candidate);

describe('with more connections than the limit', () => {
  const limits = { ...connectionLimits, maxConnections: 4, maxKnownPercent: 75, maxKeySharePercent: 50 };

  it.each([
    ['begun without a key', '-0 -1 -0b a0 -0', 2],
    ['oldest without a key, busy or not', 'a0 -1 -0 b0 -0', 1],
    ['newcomer, while others have one request each', 'a1 b1 c1 d1 -0', 4],
    ['idle of the key with most, above the part of known ones', 'a0 b0 b0 c1 -0', 1],
    ['idle of the next key, if the one with most is busy', 'b1 b1 a0 a1 -0', 2],
    ['idle of a key above its share, before a begun one', '-0b a1 a0 a0 -0', 2],
    ['begun one, if a key above its share is busy', '-0b a1 a1 a1 -0', 0],
    ['begun one, at the part of known ones', 'a0 b0 c0 d0 e0 f0 -0 -0b -0', 7],
    ['idle one, above the part of known ones', 'a0 b0 c0 d0 e0 f0 g0 -0b -0', 0],
    ['begun one, if a key has just its share', 'a0 a0 -0 -0b -0', 3],
  ])('closes the %s: %s', (_, texts, closed) => {
    const all = candidates(texts);
    const maxConnections = all.length - 1;
    expect(connectionToClose(all, all.at(-1) as (typeof all)[0], { ...limits, maxConnections }).index).toBe(closed);
  });

  it('closes an idle one before the newcomer, if all may be known', () => {
    const all = candidates('a0 b1 c1 d1 -0');
    expect(connectionToClose(all, all[4] as (typeof all)[0], { ...limits, maxKnownPercent: 100 }).index).toBe(0);
  });

  it('closes the idle one of a key that was used least recently', () => {
    const all = candidates('a0 a0 a0 b0 -0').map((each) => ({ ...each, lastUsed: [3, 1, 2, 0, 4][each.index] ?? 0 }));
    expect(connectionToClose(all, all[4] as (typeof all)[0], limits).index).toBe(1);
  });
});

describe('with more than 8 unanswered requests', () => {
  const limits = { ...connectionLimits, maxUnansweredInAll: 8, maxKeySharePercent: 50 };

  // The last one is the connection whose request has just come.
  it.each([
    ['none at the limit', '-3 -2 -2 -1', undefined],
    ['none if known and unknown ones are below it', '-4 -4 a4 a4', undefined],
    ['the fullest of the others', '-1 -3 -1 -4', 1],
    ['the oldest of the fullest', '-1 -2 -2 -2 -2', 1],
    ['the one that does not read, whether it is full or not', '-3 -4 -1u -1', 2],
    ['the only one that has any', '-0 -9', 1],
    ['the one that does not read, if a key has just its share', 'a4 b2u b1 c2', 1],
    ['one of a key above its share, though another does not read', 'a1u b2 b2 b2 c2', 1],
    ['the unread one of a key above its share', 'a2u b3 b1u b2 c2', 2],
    ['the one that does not read, if no key is above its share', 'a3 b2 b1u c2 d1', 2],
    ['one of the key with most', 'a3 b2 b2 c2', 1],
  ])('cuts off %s: %s', (_, texts, cut) => {
    const all = candidates(texts);
    expect(connectionToCut(all, all.at(-1) as (typeof all)[0], limits)?.index).toBe(cut);
  });
});
