import { expect, it } from 'vitest';
import { importProgressText } from './import-text.ts';

const report = { lastLine: 1_000, added: 998, present: 0, refused: 2 };

it('shows the rate, and the rest if the size of the file is known', () => {
  expect(importProgressText(report, { elapsed: 4_000, part: 0.625 })).toBe(
    'line 1000, 250 lines/s, 62 % of the file, 3 s left, 2 refused',
  );
  expect(importProgressText({ ...report, refused: 0 }, { elapsed: 4_000 })).toBe('line 1000, 250 lines/s');
});
