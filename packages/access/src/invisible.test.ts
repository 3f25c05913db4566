import { expect, it } from 'vitest';
import { escapeInvisible } from './invisible.ts';

it('shows invisible characters as escapes, and leaves the others as they are', () => {
  expect(escapeInvisible('a\n\u00adé🐕\u{e0041}\ud800')).toBe('a\\u000a\\u00adé🐕\\udb40\\udc41\\ud800');
});
