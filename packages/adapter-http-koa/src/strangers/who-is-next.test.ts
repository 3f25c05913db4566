import { expect, it } from 'vitest';
import { whoIsNext } from './who-is-next.ts';

it.each<readonly [string, turn: number, newcomers: number, silent: number, others: number, mayPass: boolean, string]>([
  ['the newest', 0, 2, 1, 1, true, 'last of newcomers'],
  ['then the oldest', 1, 2, 1, 1, true, 'first of newcomers'],
  ['then a silent one', 2, 2, 1, 1, true, 'first of silent'],
  ['then the newest again', 3, 2, 1, 1, true, 'last of newcomers'],
  ['a newcomer if none is silent', 2, 2, 0, 1, true, 'first of newcomers'],
  ['a silent one if there is no newcomer', 0, 0, 1, 1, true, 'first of silent'],
  ['another one if there is neither', 2, 0, 0, 1, true, 'first of others'],
  ['none if the rate does not allow it', 2, 0, 0, 1, false, 'undefined of undefined'],
  ['none if none waits', 1, 0, 0, 0, true, 'undefined of undefined'],
])('reads next: %s', (_, turn, newcomers, silent, others, mayPass, expected) => {
  const choice = whoIsNext(turn, { newcomers, silent, others }, mayPass);
  expect(`${choice?.end} of ${choice?.queue}`).toBe(expected);
});
