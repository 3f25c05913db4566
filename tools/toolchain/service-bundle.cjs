'use strict';

// `npm start` runs the service from a bundle of its sources, which starts in a third of the time that the sources take. The
// name of a bundle contains a digest of all that it is made of, and it gets this name when it is complete. So a changed source
// is always noticed, an incomplete bundle never runs, and neither does an older one if the sources cannot be bundled.

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { projectFolder } = require('./pinned-versions.cjs');
const { runProcess, ToolchainProblem } = require('./run-process.cjs');

// The lockfile stands for the packages of others.
const ingredients = ['apps/service', 'packages', 'tools/packages', 'pnpm-lock.yaml'];
const isNoIngredient = /^(node_modules|dist|test)$|\.(test\.ts|md)$/;

// An older bundle may still run, and load a file of its own.
const keptBundles = 5;

/**
 * All files at a path, in an order that does not depend on the file system.
 *
 * @param {string} place
 * @returns {readonly string[]}
 */
const filesAt = (place) => {
  if (fs.statSync(path.join(projectFolder, place)).isFile()) return [place];
  const names = fs.readdirSync(path.join(projectFolder, place)).filter((name) => !isNoIngredient.test(name));
  return names.sort().flatMap((name) => filesAt(`${place}/${name}`));
};

/** The folder of the bundle of the present sources. It is in the project's own, where the service finds the commit. */
const bundleFolder = () => {
  const digest = createHash('sha256');
  for (const file of ingredients.flatMap(filesAt)) {
    const content = fs.readFileSync(path.join(projectFolder, file));
    digest.update(`${file} ${content.length}\n`).update(content);
  }
  return path.join(projectFolder, `.bundle-${digest.digest('hex').slice(0, 16)}`);
};

const removeOldBundles = () => {
  const folders = fs.readdirSync(projectFolder).filter((name) => name.startsWith('.bundle-'));
  const bundles = folders.map((name) => {
    const folder = path.join(projectFolder, name);
    return { folder, time: fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  for (const { folder } of bundles.sort((a, b) => b.time - a.time).slice(keptBundles)) {
    fs.rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Makes a bundle, unless the sources change meanwhile or another process is faster.
 *
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
const makeBundle = async (folder, env) => {
  const unfinished = fs.mkdtempSync(`${folder}-`);
  try {
    const command = ['tools/packages/bundle.ts', unfinished, '--local'];
    const code = await runProcess('node', command, { cwd: projectFolder, env, stdio: ['ignore', 2, 2] });
    if (code !== 0) throw new ToolchainProblem('Could not bundle the service.');
    if (bundleFolder() === folder) fs.renameSync(unfinished, folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  removeOldBundles();
};

/**
 * Returns the command line that runs the service. If its bundle is missing, it is made by the installed dependencies; otherwise
 * none are needed.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(env: NodeJS.ProcessEnv) => Promise<void>} installDependencies
 * @returns {Promise<readonly [string, ...string[]]>}
 */
const serviceCommand = async (env, installDependencies) => {
  let folder = bundleFolder();
  while (!fs.existsSync(folder)) {
    await installDependencies(env);
    await makeBundle(folder, env);
    folder = bundleFolder();
  }
  const program = path.join(folder, 'dist/main.js');
  return ['node', '--disable-sigusr1', '--max-semi-space-size=8', '--enable-source-maps', program];
};

module.exports = { serviceCommand };
