import { describeOnReplicaSet, type Member } from '@animal-store/testkit/mongodb';
import { healthOf, putKey, type RunningService, startOnMongodb, untilReady } from '@animal-store/testkit/service';
import { expect, it, type TestContext } from 'vitest';
import { clientOf } from '../checked.ts';
import { bound, boundOfKeyCheck, boundWithKnownKey } from './bounds.ts';
import { runAllOperations, slowestOf, statusesOf } from './run-all-operations.ts';
import { idIn, storedAnimals } from './stored-animals.ts';

interface Outage {
  readonly what: string;
  readonly begin: (member: Member) => Promise<void>;
  readonly end: (member: Member) => Promise<void>;
}

const outages: readonly Outage[] = [
  { what: 'frozen', begin: (member) => member.pause(), end: (member) => member.unpause() },
  { what: 'stopped', begin: (member) => member.stop(), end: (member) => member.start() },
];

describeOnReplicaSet('When MongoDB itself fails', 1, (on) => {
  const start = async (test: TestContext, apiKey: string): Promise<RunningService> => {
    const service = await startOnMongodb({ uri: on().set.uri, apiKey });
    test.onTestFinished(async () => {
      expect(await service.stop()).toBe(0);
    });
    return service;
  };

  for (const { what, begin, end } of outages) {
    it(`(${what}) running services and one that starts meanwhile return 503 in time, and then recover by themselves`, {
      timeout: 90_000,
    }, async (test) => {
      const [member] = on().set.members;
      if (member === undefined) throw new Error('There is no member');
      const [knownKey, freshKey] = [await putKey(on()), await putKey(on())];
      const service = await start(test, knownKey);
      const [known, fresh] = [clientOf(test, service), clientOf(test, { ...service, apiKey: freshKey })];
      const before = await known.add(`${what}-before`);
      expect(before.status).toBe(201);

      await begin(member);
      const [withKnown, withFresh] = await Promise.all([
        runAllOperations(known, `${what}-1`),
        runAllOperations(fresh, `${what}-1`),
      ]);
      expect(await healthOf(known)).toEqual({ livez: 200, readyz: 503 });
      const late = clientOf(test, await start(test, knownKey));
      expect(await healthOf(late)).toEqual({ livez: 200, readyz: 503 });
      const withLate = await runAllOperations(late, `${what}-2`);
      await end(member);

      expect(statusesOf([...withKnown, ...withFresh, ...withLate])).toEqual(Array(9).fill(503));
      expect(slowestOf(withKnown)).toBeLessThan(boundWithKnownKey);
      expect(slowestOf([...withFresh, ...withLate])).toBeLessThan(boundOfKeyCheck);

      await Promise.all([untilReady(known), untilReady(late)]);
      const repeated = [await known.add(`${what}-1`, `${what}-1`), await late.add(`${what}-2`, `${what}-2`)];
      expect(statusesOf(repeated)).toEqual([201, 201]);
      expect(slowestOf(repeated)).toBeLessThan(bound);
      const stored = await storedAnimals(on());
      expect(['before', '1', '2'].map((which) => stored.get(`${what}-${which}`))).toEqual(
        [before, ...repeated].map(({ text }) => [idIn(text)]),
      );
    });
  }
});
