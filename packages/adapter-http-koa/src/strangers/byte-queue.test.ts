import { expect, it } from 'vitest';
import { createByteQueue } from './byte-queue.ts';

it('admits bytes in the order of their arrival, while they fit, and one that never fits alone', () => {
  const queue = createByteQueue(10);
  const admitted: string[] = [];
  const enter = (name: string, bytes: number) => queue.enter(bytes, () => void admitted.push(name));
  const leaveFirst = enter('first', 6);
  const leaveSecond = enter('second', 4);
  const leaveLarge = enter('large', 11);
  const leaveGone = enter('gone', 1);
  enter('last', 1);
  expect(admitted).toEqual(['first', 'second']);
  leaveFirst();
  leaveGone();
  expect(admitted).toEqual(['first', 'second']);
  leaveSecond();
  expect(admitted).toEqual(['first', 'second', 'large']);
  leaveLarge();
  expect(admitted).toEqual(['first', 'second', 'large', 'last']);
});
