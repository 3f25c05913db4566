import { expect, it } from 'vitest';
import { joinLines } from './join-lines.ts';

it('writes lines together before they exceed its size, a longer one alone, the rest when it is flushed, and changes nothing later', () => {
  const written: Buffer[] = [];
  const { write, flush } = joinLines(12, (bytes) => written.push(bytes));
  for (const line of ['ab\n', 'cd\n', 'ž\n', 'ef\n', 'longer\n', '\n']) write(line);
  expect(written.map(String)).toEqual(['ab\ncd\nž\n', 'ef\n', 'longer\n']);
  flush();
  flush();
  expect(written.map(String)).toEqual(['ab\ncd\nž\n', 'ef\n', 'longer\n', '\n']);
});
