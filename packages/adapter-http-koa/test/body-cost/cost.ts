import { decodeNewPet } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { parseJsonBytes } from '../../src/body/parse-json-bytes.ts';
import { maxBodyBytes } from '../../src/limits.ts';

/**
 * The members of a JSON object, repeated in turn as often as they fit into a body. In them, `#` is a number that counts
 * up, `~500` 500 nested arrays, `^500` 500 digits, and `[1*500]` an array of 500 times `1`.
 */
export type Members = readonly string[];

const expand = (member: string, count: number): string =>
  member
    .replaceAll(
      /\[([^[\]]*)\*(\d+)\]/g,
      (_, item: string, times) => `[${Array.from({ length: Number(times) }, () => item)}]`,
    )
    .replaceAll('#', count.toString(36))
    .replaceAll(/~(\d+)/g, (_, depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)))
    .replaceAll(/\^(\d+)/g, (_, digits) => '7'.repeat(Number(digits)));

/** The largest body with these members. */
export const bodyOf = (members: Members): string => {
  const parts: string[] = [];
  let length = '{}'.length - ','.length;
  for (let count = 0; members.length > 0; count += 1) {
    const member = expand(members[count % members.length] ?? '', count);
    length += Buffer.byteLength(member) + ','.length;
    if (length > maxBodyBytes) break;
    parts.push(member);
  }
  return `{${parts.join(',')}}`;
};

/** The shortest time of several calls, in milliseconds, because other processes can only add to it. */
const leastTime = (calls: number, work: () => unknown): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let call = 0; call < calls; call += 1) {
    const begin = performance.now();
    work();
    least = Math.min(least, performance.now() - begin);
  }
  return least;
};

const tryParse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The time of `JSON.parse` alone. */
export const parseTime = (body: string, calls: number): number => leastTime(calls, () => tryParse(body));

/** The time in which the service checks a body that it has read. */
export const checkTime = (body: string, calls: number): number => {
  const bytes = Buffer.from(body);
  return leastTime(calls, () => E.map(decodeNewPet)(parseJsonBytes(bytes, ['name', 'categoryId', 'status'])));
};
