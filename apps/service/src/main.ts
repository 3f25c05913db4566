#!/usr/bin/env -S node --max-semi-space-size=8
// An old Node.js runs this file and its static imports, to say that it is too old: their syntax is ES2020. Everything
// else is loaded after the check, and after the listeners for signals are set.
import { readFileSync } from 'node:fs';
import { nodeVersionProblem } from './configuration/node-version-problem.ts';
import { listenForSignals } from './listen-for-signals.ts';

const stopOnSignal = listenForSignals(process.argv[2] === 'serve');
const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { engines } = JSON.parse(manifest) as { readonly engines: { readonly node: string } };
const problem = nodeVersionProblem(engines.node, process.versions.node);

if (problem === undefined) {
  void import('./command-line.ts').then(({ runCommandLine }) => {
    // Loading blocks the event loop. After two turns, a signal that arrived meanwhile has been handled, and the command has
    // not begun.
    setImmediate(() => setImmediate(() => runCommandLine(stopOnSignal)));
  });
} else {
  process.stderr.write(`animal-store: ${problem}\n`);
  process.exitCode = 1;
}
