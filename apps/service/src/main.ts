#!/usr/bin/env node
import { listenForSignals } from './listen-for-signals.ts';
import { isTraced } from './observation/is-traced.ts';

const fail = (message: string): never => {
  process.stderr.write(`animal-store: ${message}\n`);
  process.exit(1);
};

// Before the modules that an older Node.js cannot load. What is imported above has no syntax that is newer than this.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 16))
  fail(`Node.js 24.16 or newer is needed, and this is ${process.versions.node}`);

// Before depd 2.0, of Koa, which needs the working directory while it is loaded.
try {
  process.cwd();
} catch {
  fail('the working directory was removed: change to one that exists');
}

const [command, ...args] = process.argv.slice(2);
const isService = command === 'serve' && !['--check', '--help', '-h'].some((option) => args.includes(option));
const stopOnSignal = listenForSignals(isService);

// Before all other modules, because the instrumentations change them while they are loaded.
const traces =
  isService && isTraced(process.env)
    ? await (await import('./observation/traces.ts')).startTraces(process.env)
    : undefined;
const { runCommandLine } = await import('./command-line.ts');

// Loading blocks the event loop. A signal that arrived meanwhile is handled within two turns, and should be handled before the
// command begins.
setImmediate(() => setImmediate(() => runCommandLine(stopOnSignal, traces)));
