import { decodeNewPet } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { parseJsonBytes } from '../src/body/parse-json-bytes.ts';
import { maxBodyBytes } from '../src/limits.ts';
import { expand, worstBodies } from './worst-bodies.ts';

/** The largest body with these members, repeated in turn. */
const bodyOf = (members: readonly string[]): string => {
  const parts: string[] = [];
  let length = '{}'.length - ','.length;
  for (let count = 0; ; count += 1) {
    const member = expand(members[count % members.length] ?? '', count);
    length += Buffer.byteLength(member) + ','.length;
    if (length > maxBodyBytes) return `{${parts.join(',')}}`;
    parts.push(member);
  }
};

/** The shortest time of several calls, in milliseconds, because other processes can only add to it. */
const leastTime = (work: () => unknown): number => {
  const times = Array.from({ length: 15 }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return Math.min(...times);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const check = (bytes: Buffer): unknown => E.map(decodeNewPet)(parseJsonBytes(bytes, ['name', 'categoryId', 'status']));

it('checks any body within 5 times the slowest JSON.parse of the same size', () => {
  const bodies = Object.entries(worstBodies).map(([name, members]) => ({ name, body: bodyOf(members) }));
  const slowestParse = Math.max(...bodies.map(({ body }) => leastTime(() => parse(body))));
  const ratios = bodies.map(({ name, body }) => {
    const bytes = Buffer.from(body);
    return { name, ratio: leastTime(() => check(bytes)) / slowestParse };
  });
  expect(ratios.filter(({ ratio }) => ratio > 5)).toEqual([]);
});
