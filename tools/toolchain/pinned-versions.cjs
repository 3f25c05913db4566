// @ts-check
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** The folder that holds the whole project. */
const projectFolder = path.resolve(__dirname, '..', '..');

/**
 * The versions that a private toolchain consists of. Node.js is pinned in `.nvmrc`, where version managers look;
 * pnpm here. It is no `packageManager` field of package.json: pnpm would then want to fetch itself, and a frozen
 * install fails wherever the registry does not carry that one build.
 */
const pinnedVersions = {
  node: fs.readFileSync(path.join(projectFolder, '.nvmrc'), 'utf8').trim(),
  pnpm: '12.21.0',
};

module.exports = { pinnedVersions, projectFolder };
