// @ts-check
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

module.exports = { pinnedVersions, projectFolder };
