import { expect, it } from 'vitest';
import { joinLines } from './join-lines.ts';

it('writes lines together when they have its size, and what is left when it is flushed', () => {
  const written: string[] = [];
  const { write, flush } = joinLines(6, (text) => written.push(text));
  for (const line of ['ab\n', 'cd\n', 'ef\n']) write(line);
  expect(written).toEqual(['ab\ncd\n']);
  flush();
  flush();
  expect(written).toEqual(['ab\ncd\n', 'ef\n']);
});
