// @ts-check
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { fetchToolchain } = require('./fetch-toolchain.cjs');
const { pinnedVersions, projectFolder } = require('./pinned-versions.cjs');
const { platform, platformPackages, programsIn } = require('./platform-packages.cjs');
const { problem } = require('./problem.cjs');

const toolchainsFolder = path.join(projectFolder, '.toolchain');
const unfinishedPrefix = 'unfinished-';
const abandonedAfterMilliseconds = 10 * 60 * 1000;

/** Removes the folders of interrupted runs, but not those of concurrent runs. */
const removeAbandoned = () => {
  for (const name of fs.readdirSync(toolchainsFolder).filter((entry) => entry.startsWith(unfinishedPrefix))) {
    const folder = path.join(toolchainsFolder, name);
    const changed = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - changed > abandonedAfterMilliseconds) fs.rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Returns the folders with the programs of the project's own toolchain in `.toolchain`. If the toolchain is missing or
 * has other versions, it is fetched first.
 *
 * A toolchain gets its final name in one step, after its programs have run successfully. So an interrupted run leaves a
 * folder with another name, and of two concurrent runs the second uses the toolchain of the first.
 *
 * @returns {Promise<readonly string[]>}
 */
const privateToolchain = async () => {
  if (platformPackages === undefined) {
    throw problem(
      `There is no ready toolchain for ${platform}: install Node.js ${pinnedVersions.node} and pnpm ${pinnedVersions.pnpm}.`,
    );
  }
  const versions = `node-${pinnedVersions.node}-pnpm-${pinnedVersions.pnpm}`;
  const installed = path.join(toolchainsFolder, `${versions}-${platform}`);
  const programs = Object.values(programsIn(installed, platformPackages));
  const isComplete = () => programs.every((program) => fs.existsSync(program));

  if (!isComplete()) {
    fs.mkdirSync(toolchainsFolder, { recursive: true });
    removeAbandoned();
    const unfinished = fs.mkdtempSync(path.join(toolchainsFolder, unfinishedPrefix));
    try {
      await fetchToolchain(unfinished, platformPackages);
      if (!isComplete()) fs.rmSync(installed, { recursive: true, force: true });
      fs.renameSync(unfinished, installed);
    } catch (error) {
      if (!isComplete()) throw error;
    } finally {
      fs.rmSync(unfinished, { recursive: true, force: true });
    }
  }
  return programs.map((program) => path.dirname(program));
};

module.exports = { privateToolchain };
