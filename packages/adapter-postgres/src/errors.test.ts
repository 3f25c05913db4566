import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { toPostgresError } from './errors.ts';

// The code alone would allow the message.
it.each([
  'PL/pgSQL function f() line 1 at RAISE',
  'PL/pgSQL-Funktion f() Zeile 1 bei RAISE',
  'fonction PL/pgsql f(), ligne 1 à RAISE',
  'función PL/pgSQL f() en la línea 1 en RAISE',
])('keeps no message of a function, in the language of the server: %s', (where) => {
  const error = Object.assign(new DatabaseError('no s3cret', 9, 'error'), { code: '55P03', where });
  expect(toPostgresError(error, true).message).toBe(
    'a statement is refused: code 55P03; the log of PostgreSQL has the message',
  );
});
