import { expect, it } from 'vitest';
import { joinLines } from './join-lines.ts';

it('writes lines together before they have more bytes than its size, a longer one alone, and the rest when it is flushed', () => {
  const written: string[] = [];
  const { write, flush } = joinLines(12, (bytes) => written.push(bytes.toString()));
  for (const line of ['ab\n', 'cd\n', 'ž\n', 'ef\n', 'longer\n', '\n']) write(line);
  expect(written).toEqual(['ab\ncd\nž\n', 'ef\n', 'longer\n']);
  flush();
  flush();
  expect(written).toEqual(['ab\ncd\nž\n', 'ef\n', 'longer\n', '\n']);
});

it('leaves the bytes that it has written alone', () => {
  const written: Buffer[] = [];
  const { write, flush } = joinLines(12, (bytes) => written.push(bytes));
  for (const line of ['one\n', 'two\n']) {
    write(line);
    flush();
  }
  expect(written.map(String)).toEqual(['one\n', 'two\n']);
});
