// Run it in a folder where mongodb is installed; it needs no server:
//
//   npm install mongodb@7.9.0 && node mongodb-driver-garbage.mjs
//
// Each part runs in a process of its own: first the driver as it is, then the same without what keeps garbage alive.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const require = createRequire(join(process.cwd(), 'package.json'));
// biome-ignore lint/correctness/noUndeclaredDependencies: it is installed where this runs
const { MongoClient } = require('mongodb');
// biome-ignore lint/correctness/noUndeclaredDependencies: it is installed where this runs
const { List } = require('mongodb/lib/utils.js');

const inFlight = 64;
const operations = 600_000;

/** Begins and ends operations, the oldest first, so that 64 are in flight all the time, as under load. */
const keepInFlight = async (begin, end) => {
  const open = Array.from({ length: inFlight }, begin);
  for (let done = 0; done < operations; done++) {
    await end(open[done % inFlight]);
    open[done % inFlight] = begin();
    if (done % 1000 === 0) await turn();
  }
};

const client = new MongoClient('mongodb://localhost');
const collection = client.db('test').collection('test');

const sessions = () =>
  keepInFlight(
    () => client.startSession(),
    (session) => session.endSession(),
  );

const cursors = () =>
  keepInFlight(
    () => collection.find({}),
    (cursor) => cursor.close(),
  );

const waitQueue = (list) =>
  keepInFlight(
    () => list.push({ resolve: () => undefined, reject: () => undefined }),
    () => list.shift(),
  );

const leaveOut = (set) => {
  set.add = () => set;
};

/** A list that takes the links out of the nodes that it removes. */
const createUnlinkingList = () => {
  const list = new List();
  const remove = list.remove.bind(list);
  list.remove = (node) => {
    const value = remove(node);
    if (node !== list.head) {
      node.next = null;
      node.prev = null;
    }
    return value;
  };
  return list;
};

const parts = {
  sessions: sessions,
  'sessions, not in client.s.activeSessions': () => {
    leaveOut(client.s.activeSessions);
    return sessions();
  },
  cursors: cursors,
  'cursors, neither they nor their sessions in a set': () => {
    leaveOut(client.s.activeSessions);
    leaveOut(client.s.activeCursors);
    return cursors();
  },
  'wait queue': () => waitQueue(new List()),
  'wait queue, removed nodes unlinked': () => waitQueue(createUnlinkingList()),
};

const measure = async (name) => {
  const collections = { young: 0, full: 0, youngTime: 0 };
  new PerformanceObserver((list) => {
    for (const { detail, duration } of list.getEntries()) {
      if (detail.kind === 1) {
        collections.young++;
        collections.youngTime += duration;
      } else if (detail.kind === 4) collections.full++;
    }
  }).observe({ entryTypes: ['gc'] });
  const before = process.cpuUsage();
  await parts[name]();
  const { user, system } = process.cpuUsage(before);
  await turn();
  const { young, full, youngTime } = collections;
  process.stdout.write(
    `${name}: ${((user + system) / operations).toFixed(2)} µs of CPU for each; ` +
      `${young} young collections in ${youngTime.toFixed(0)} ms, ${full} full ones\n`,
  );
};

const [name] = process.argv.slice(2);
if (name !== undefined) await measure(name);
else {
  for (const part of Object.keys(parts)) {
    spawnSync(process.execPath, [fileURLToPath(import.meta.url), part], { stdio: 'inherit' });
  }
}
