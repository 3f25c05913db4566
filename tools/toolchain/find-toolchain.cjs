// @ts-check
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
 * The version of the package that a program belongs to, read from its manifest, because starting pnpm takes half a
 * second in older versions.
 *
 * @param {string} program
 * @returns {string | undefined}
 */
const pnpmVersionOf = (program) => {
  for (let folder = path.dirname(fs.realpathSync(program)); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    if (fs.existsSync(manifest)) {
      const { name, version } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
      return name === 'pnpm' || String(name).startsWith('@pnpm/exe') ? version : undefined;
    }
    if (folder === path.dirname(folder)) return undefined;
  }
};

/**
 * Finds an installed toolchain: the Node.js that runs this file, and a pnpm of the pinned major version that is first
 * on the search path. Returns the folders to put in front of that path, or `undefined` if one of them does not fit.
 *
 * @param {string} searchPath
 * @returns {readonly string[] | undefined}
 */
const findToolchain = (searchPath) => {
  if (!isSuitableNode(process.versions.node)) return undefined;
  const name = process.platform === 'win32' ? 'pnpm.exe' : 'pnpm';
  const program = searchPath
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((candidate) => fs.existsSync(candidate));
  if (program === undefined) return undefined;
  const version = pnpmVersionOf(program);
  return version !== undefined && majorOf(version) === majorOf(pinnedVersions.pnpm)
    ? [path.dirname(process.execPath)]
    : undefined;
};

module.exports = { findToolchain };
