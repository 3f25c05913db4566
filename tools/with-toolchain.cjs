'use strict';

// Runs a command with this project's Node.js and pnpm, and fetches them first if they are missing:
//
//   node tools/with-toolchain.cjs <command> [argument …]
//
// The command `animal-store` is the service, from a bundle of its sources.
//
// So a machine needs only Node.js 20 and npm. This file must run on any older Node.js too, to report that it is too old.
// Therefore it uses nothing newer than ES2015, and all other code is in ./toolchain.

const oldestNodeMajor = 20;
const runningNode = process.versions.node;

if (Number(runningNode.split('.')[0]) < oldestNodeMajor) {
  process.stderr.write(`This project needs Node.js ${oldestNodeMajor} or newer, and this is ${runningNode}.\n`);
  process.exitCode = 1;
} else {
  require('./toolchain/run-with-toolchain.cjs').runWithToolchain(process.argv.slice(2));
}
