#!/usr/bin/env node
// An old Node.js runs this file and its static imports, to say that it is too old: their syntax is ES2020. Everything
// else is loaded after the check.
import { readFileSync } from 'node:fs';
import { nodeVersionProblem } from './node-version-problem.ts';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { engines } = JSON.parse(manifest) as { readonly engines: { readonly node: string } };
const problem = nodeVersionProblem(engines.node, process.versions.node);

if (problem === undefined) {
  void import('./command-line.ts').then(({ runCommandLine }) => runCommandLine());
} else {
  process.stderr.write(`animal-store: ${problem}\n`);
  process.exitCode = 1;
}
