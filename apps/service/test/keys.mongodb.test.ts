import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@animal-store/testkit/eventually';
import type { Client } from '@animal-store/testkit/http';
import { BSON, describeOnMongodb } from '@animal-store/testkit/mongodb';
import {
  issueKey,
  listKeys,
  putKey,
  type RunningService,
  revokeKey,
  rotateKey,
  runKeys,
  startOnMongodb,
} from '@animal-store/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from './checked.ts';

/** Within how many milliseconds a revocation has to hold on every instance. */
const revocationBound = 10_000;

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const keyText = /\bask_[a-z2-7]{8}_[a-z2-7]{52}_[0-9a-f]{8}\b/;

describeOnMongodb('API keys in MongoDB', (database) => {
  const { uri } = database;
  let services: readonly RunningService[] = [];
  beforeAll(async () => {
    services = await Promise.all([1, 2].map(() => startOnMongodb({ uri, apiKey: 'none yet' })));
  }, 60_000);
  afterAll(async () => {
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
    // All of the log is written by now: it has lines about every key, and none of them has a key.
    const logs = services.map(({ process }) => process.stdout() + process.stderr());
    expect(logs.map((log) => [log.includes('"apiKeyId":'), keyText.test(log)])).toEqual(Array(2).fill([true, false]));
  });

  /** A client of each instance, with a key. */
  const clientsOf = (test: Parameters<typeof clientOf>[0], apiKey: string): readonly Client[] =>
    services.map((service) => clientOf(test, { ...service, apiKey }));
  const statusesWith = (clients: readonly Client[]): Promise<readonly number[]> =>
    Promise.all(clients.map(async (client) => (await client.get('/v1/pets?limit=1')).status));

  /** Every document of the database, as text. */
  const dump = async (): Promise<string> => {
    const collections = await database.client.db(database.name).listCollections().toArray();
    const documents = await Promise.all(collections.map((each) => database.collection(each.name).find().toArray()));
    return BSON.EJSON.stringify(documents.flat());
  };

  it('a key is shown when it is issued, and is nowhere else', async (test) => {
    const { code, stdout, stderr } = await runKeys(uri, 'issue', '--label', 'for people', '--expires', '90d');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [key = ''] = keyText.exec(stdout) ?? [];
    expect(stdout.split(key).length).toBe(2);
    const [, id = '', secret = ''] = key.split('_');
    const lines = stdout.split('\n');
    expect(lines[0]?.split(/ {2,}/)).toEqual(['ID', 'LABEL', 'STATE', 'CREATED', 'EXPIRES', 'REVOKED', 'LAST USED']);
    const [shownId, label, state, created = '', expires = '', revoked, lastUsed] = lines[1]?.split(/ {2,}/) ?? [];
    expect([shownId, label, state, revoked, lastUsed]).toEqual([id, 'for people', 'active', '-', '-']);
    expect(Date.parse(expires) - Date.parse(created)).toBeGreaterThanOrEqual(90 * 86_400_000 - 5_000);
    expect(Date.parse(expires) - Date.parse(created)).toBeLessThanOrEqual(90 * 86_400_000);

    expect(await statusesWith(clientsOf(test, key))).toEqual([200, 200]);
    const listed = await runKeys(uri, 'list');
    expect({ code: listed.code, stderr: listed.stderr }).toEqual({ code: 0, stderr: '' });
    expect(listed.stdout).toContain(`${id}  for people  active`);

    const stored = await dump();
    expect(stored).toContain(`"${id}"`);
    const everywhere = [stored, listed.stdout, (await runKeys(uri, 'list', '--json')).stdout];
    expect(everywhere.filter((text) => text.includes(secret) || keyText.test(text))).toEqual([]);
  });

  it('a key is issued and listed as JSON', async () => {
    const { key, ...issued } = await issueKey(uri, '--expires', '1h');
    expect(issued).toEqual({
      id: key.slice(4, 12),
      label: 'test',
      state: 'active',
      created: expect.stringMatching(rfc3339),
      expires: expect.stringMatching(rfc3339),
    });
    expect((await listKeys(uri)).at(-1)).toEqual(issued);
  });

  describe.concurrent('a key', () => {
    it('that is revoked is refused within 10 s on every running instance, and nothing else breaks', async (test) => {
      const [doomed, other] = await Promise.all([issueKey(uri), issueKey(uri)]);
      const clients = clientsOf(test, doomed.key);
      const others = clientsOf(test, other.key);
      expect(await statusesWith([...clients, ...others])).toEqual([200, 200, 200, 200]);
      const lastUsed = await eventually(
        15_000,
        async () => (await listKeys(uri)).find(({ id }) => id === doomed.id)?.lastUsed,
      );
      // The beginning of this hour, or of the one before.
      expect(Date.parse(lastUsed) % 3_600_000).toBe(0);
      expect(Date.now() - Date.parse(lastUsed)).toBeLessThan(2 * 3_600_000);

      const revoked = await revokeKey(uri, doomed.id);
      const begin = performance.now();
      expect(revoked).toEqual({
        ...{ id: doomed.id, label: 'test', state: 'revoked', created: doomed.created },
        revoked: expect.stringMatching(rfc3339),
        lastUsed,
      });
      await eventually(revocationBound, async () => {
        const [first, second, ...rest] = await statusesWith([...clients, ...others]);
        expect(rest).toEqual([200, 200]);
        return (first === 401 && second === 401) || undefined;
      });
      expect(performance.now() - begin).toBeLessThan(revocationBound);
      expect(await statusesWith(clients)).toEqual([401, 401]);

      // Repeating it changes nothing.
      expect(await revokeKey(uri, doomed.id)).toEqual(revoked);
      expect((await listKeys(uri)).filter(({ id }) => id === doomed.id)).toEqual([revoked]);
    });

    it('that expires is good until the instant it expires, though it is remembered, and not after', async (test) => {
      const { key, id, expires = '' } = await issueKey(uri, '--expires', '5s');
      const end = Date.parse(expires);
      const [client] = clientsOf(test, key);
      if (client === undefined) throw new Error('There is no client');
      const checks: { readonly sentAt: number; readonly receivedAt: number; readonly status: number }[] = [];
      while (Date.now() <= end + 200) {
        const sentAt = Date.now();
        const { status } = await client.get('/v1/pets?limit=1');
        checks.push({ sentAt, receivedAt: Date.now(), status });
        await pause(10);
      }
      const good = checks.filter(({ status }) => status === 200);
      const bad = checks.filter(({ status }) => status === 401);
      expect(good.length + bad.length).toBe(checks.length);
      expect(good.length).toBeGreaterThan(0);
      expect(good.filter(({ sentAt }) => sentAt >= end)).toEqual([]);
      expect(bad.length).toBeGreaterThan(0);
      expect(bad.filter(({ receivedAt }) => receivedAt < end)).toEqual([]);
      expect((await listKeys(uri)).find((each) => each.id === id)?.state).toBe('expired');
    });

    it('that is rotated is rejected within 10 s', async (test) => {
      const old = await issueKey(uri, '--expires', '1h');
      const clients = clientsOf(test, old.key);
      expect(await statusesWith(clients)).toEqual([200, 200]);
      const { key, ...fresh } = await rotateKey(uri, old.id);
      expect(fresh).toMatchObject({ label: 'test', state: 'active' });
      expect(fresh.id).not.toBe(old.id);
      const lifetime = ({ created, expires = '' }: typeof fresh) => Date.parse(expires) - Date.parse(created);
      expect(Math.abs(lifetime(fresh) - 3_600_000)).toBeLessThan(1_000);
      expect(await statusesWith(clientsOf(test, key))).toEqual([200, 200]);
      await eventually(
        revocationBound,
        async () => (await statusesWith(clients)).every((is) => is === 401) || undefined,
      );
      expect(await statusesWith(clientsOf(test, key))).toEqual([200, 200]);
    });

    it('that is rotated with an overlap stays valid exactly that long', async (test) => {
      const old = await issueKey(uri);
      const { key } = await rotateKey(uri, old.id, '--overlap', '5s');
      const stored = await database.collection('apiKeys').findOne({ $expr: { $eq: ['$_id', old.id] } });
      const end: number = stored?.['revoked'].getTime();
      const clients = clientsOf(test, old.key);
      expect(await statusesWith([...clients, ...clientsOf(test, key)])).toEqual([200, 200, 200, 200]);
      expect(Date.now()).toBeLessThan(end);
      await pause(end - Date.now() + 5);
      expect(await statusesWith([...clients, ...clientsOf(test, key)])).toEqual([401, 401, 200, 200]);
      expect((await listKeys(uri)).find(({ id }) => id === old.id)?.state).toBe('revoked');
    });
  });

  it('a key that is revoked already cannot be rotated', async () => {
    const { id } = await issueKey(uri);
    await revokeKey(uri, id);
    const { code, stdout, stderr } = await runKeys(uri, 'rotate', id);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: 'animal-store: this API key is revoked or expired; issue a new one instead\n',
    });
  });

  it('a key whose stored label has invisible characters is valid, and they are shown as escapes', async (test) => {
    const key = await putKey(database, { label: 'ci\u202e\u{e0041}' });
    const id = key.slice(4, 12);
    expect(await statusesWith(clientsOf(test, key))).toEqual([200, 200]);
    const { stdout } = await runKeys(uri, 'list');
    expect(stdout).toContain(`${id}  ci\\u202e\\udb40\\udc41  active`);
    expect((await runKeys(uri, 'list', '--json')).stdout).toContain('"label":"ci\\u202e\\udb40\\udc41"');
    expect(await rotateKey(uri, id)).toMatchObject({ label: 'ci\u202e\u{e0041}', state: 'active' });
    expect((await listKeys(uri)).find((each) => each.id === id)?.state).toBe('revoked');
  });

  it('a key that cannot be read is listed as such, can be revoked, and disturbs no other key', async () => {
    const id = (await putKey(database, { label: '' })).slice(4, 12);
    const other = await issueKey(uri);
    const reason = 'label must be 1 to 100 characters of well-formed text without control characters';
    const listed = await listKeys(uri);
    expect(listed.find((each) => each.id === id)).toEqual({ id, state: 'unreadable', reason });
    expect(listed.find((each) => each.id === other.id)?.state).toBe('active');
    expect(await runKeys(uri, 'rotate', id)).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'animal-store: this API key cannot be read; animal-store keys list says why. Issue a new one, and revoke this one\n',
    });
    const revoked = await revokeKey(uri, id);
    expect(revoked).toEqual({ id, state: 'unreadable', reason, revoked: expect.stringMatching(rfc3339) });
    const { code, stdout, stderr } = await runKeys(uri, 'list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`\n${id}  -  `);
    expect(stdout).toMatch(new RegExp(`\n\n${id} cannot be read: ${reason}\n$`));
  });

  it.each(['revoke', 'rotate'])('%s reports a key that does not exist', async (command) => {
    expect(await runKeys(uri, command, 'aaaaaaaa')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'animal-store: no API key has this id; animal-store keys list shows them all\n',
    });
  });

  it('wrong usage ends with 2 and a sentence, and issues nothing', async () => {
    const before = await listKeys(uri);
    const wrong: readonly (readonly string[])[] = [
      ['issue'],
      ['issue', '--label', 'x'.repeat(101)],
      ['issue', '--label', 'turned\u202e'],
      ['issue', '--label', 'x', '--expires', '0d'],
      ['issue', '--label', 'x', '--expires', '5x'],
      ['issue', '--label', 'x', '--bogus'],
      ['revoke'],
      ['revoke', 'AAAAAAAA'],
      ['rotate', 'aaaaaaaa', '--overlap', '-1s'],
    ];
    const outcomes = await Promise.all(wrong.map((args) => runKeys(uri, ...args)));
    expect(outcomes.map(({ code, stdout }) => ({ code, stdout }))).toEqual(wrong.map(() => ({ code: 2, stdout: '' })));
    for (const { stderr } of outcomes) expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(await listKeys(uri)).toEqual(before);
  });
});
