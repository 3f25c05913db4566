'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { pinnedVersions } = require('./pinned-versions.cjs');

/** @param {string} version */
const majorOf = (version) => Number(version.split('.')[0]);

// Even major versions have long-term support. The pinned version is the oldest that runs the sources.
/** @param {string} version */
const isSuitableNode = (version) => majorOf(version) >= majorOf(pinnedVersions.node) && majorOf(version) % 2 === 0;

/**
 * Whether a program is a pnpm of the pinned major version. That is read from the manifest of its package, because starting
 * pnpm takes half a second in older versions.
 *
 * @param {string} program
 */
const isSuitablePnpm = (program) => {
  let folder = path.dirname(fs.realpathSync(program));
  while (folder !== path.dirname(folder) && !fs.existsSync(path.join(folder, 'package.json'))) {
    folder = path.dirname(folder);
  }
  const manifest = path.join(folder, 'package.json');
  const { name, version } = fs.existsSync(manifest) ? JSON.parse(fs.readFileSync(manifest, 'utf8')) : {};
  return /^(pnpm$|@pnpm\/exe)/.test(String(name)) && majorOf(version) === majorOf(pinnedVersions.pnpm);
};

/**
 * Finds an installed toolchain: the Node.js that runs this file, and a pnpm of the pinned major version that is first
 * on the search path. Returns the folders to put in front of that path, or `undefined` if one of them does not fit.
 *
 * @param {string} searchPath
 * @returns {readonly string[] | undefined}
 */
const findToolchain = (searchPath) => {
  const name = process.platform === 'win32' ? 'pnpm.exe' : 'pnpm';
  const pnpm = searchPath
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((candidate) => fs.existsSync(candidate));
  const isSuitable = isSuitableNode(process.versions.node) && pnpm !== undefined && isSuitablePnpm(pnpm);
  return isSuitable ? [path.dirname(process.execPath)] : undefined;
};

module.exports = { findToolchain };
