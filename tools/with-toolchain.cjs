// @ts-check
'use strict';

// Runs a command with this project's Node.js and pnpm, fetching them first where they are missing:
//
//   node tools/with-toolchain.cjs <command> [argument …]
//
// So a machine needs no more than Node.js 20 and npm. Node.js of any age has to understand this file, for it says
// what is wrong with that age: nothing newer than ES2015 here; everything else is in ./toolchain.

const oldestNodeMajor = 20;
const runningNode = process.versions.node;

if (Number(runningNode.split('.')[0]) < oldestNodeMajor) {
  process.stderr.write(`This project needs Node.js ${oldestNodeMajor} or newer, and this is ${runningNode}.\n`);
  process.exitCode = 1;
} else {
  require('./toolchain/run-with-toolchain.cjs').runWithToolchain(process.argv.slice(2));
}
