import { describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { PostgresPool } from '../src/pool.ts';
import { openFirst } from '../src/servers.ts';

const none = (): void => undefined;

describeOnPostgres('The reads of one turn of the event loop on PostgreSQL', ({ uri }: TestDatabase) => {
  let pool: PostgresPool;
  let uses: string[] = [];
  const note = (use: string) => () => void uses.push(use);
  const observer = {
    ...{ poolCreated: none, connectionCreated: none, connectionClosed: note('closed') },
    ...{ checkoutStarted: none, checkedOut: note('out'), checkoutFailed: none, checkedIn: note('in') },
  };
  const read = (value: string): Promise<unknown> => pool.read({ text: `SELECT ${value}` }).then(([row]) => row?.[0]);

  beforeAll(async () => {
    pool = await openFirst(uri, observer);
  });
  beforeEach(() => {
    uses = [];
  });
  afterAll(() => pool.end());

  it('share one connection for each 16 of them, which is free after the last', async () => {
    const ids = await Promise.all(Array.from({ length: 33 }, () => read('pg_backend_pid()')));
    expect(ids.map((id) => ids.indexOf(id))).toEqual(ids.map((_, index) => index - (index % 16)));
    expect(uses.toSorted()).toEqual(['in', 'in', 'in', 'out', 'out', 'out']);
  });

  it('have their own results, which wait for no later one', async () => {
    const order: unknown[] = [];
    const reads = ["'first'", '1 / 0', "'third'", "'last' || pg_sleep(0.1)"].map((value) =>
      read(value).then(
        (result) => order.push(result),
        ({ code }) => order.push(code),
      ),
    );
    await Promise.all(reads.slice(0, 3));
    expect(order).toEqual(['first', '22012', 'third']);
    await Promise.all(reads);
    expect(order.slice(3)).toEqual(['last']);
    expect(uses).toEqual(['out', 'in']);
  });

  it('leave no row in the results of the driver', async () => {
    const query = vi.spyOn(Client.prototype, 'query');
    expect(await read('1')).toBe(1);
    expect(await query.mock.results.at(-1)?.value).toMatchObject({ rowCount: 1, rows: [] });
    query.mockRestore();
  });

  it('close a connection on which a statement may still run', async () => {
    vi.spyOn(Client.prototype, 'query').mockImplementationOnce(() => Promise.reject(new Error('Query read timeout')));
    await expect(read('1')).rejects.toMatchObject({ code: 'timeout' });
    await expect.poll(() => uses.toSorted()).toEqual(['closed', 'in', 'out']);
  });

  it('lose their connection together, and not those of the next turn', async () => {
    const values = ["'first'", 'pg_terminate_backend(pg_backend_pid())', "'third'"];
    const outcomes = await Promise.allSettled(values.map(read));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect.poll(() => uses.toSorted()).toEqual(['closed', 'in', 'out']);
    expect(await read("'next'")).toBe('next');
  });
});
