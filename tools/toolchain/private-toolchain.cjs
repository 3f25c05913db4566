'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { environmentWith } = require('./environment.cjs');
const { pinnedVersions, platform, platformPackages, projectFolder } = require('./pinned-versions.cjs');
const { runProcess, ToolchainProblem } = require('./run-process.cjs');

const toolchainsFolder = path.join(projectFolder, '.toolchain');
const both = `Node.js ${pinnedVersions.node} and pnpm ${pinnedVersions.pnpm}`;

// Without these options or settings of the user, npm waits up to a minute between its attempts.
const patience = { npm_config_fetch_retry_mintimeout: '500', npm_config_fetch_retry_factor: '4' };

/**
 * Runs a program to its end and returns its output and its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
const outputOf = async (command, args, options) => {
  let output = '';
  const code = await runProcess(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, (text) => {
    output += text;
  });
  return { code, output: output.trim() };
};

/**
 * Runs npm. If this process was started by npm, it uses npm's own script, so that no shell is needed; otherwise the
 * `npm` on the search path.
 *
 * @param {readonly string[]} args
 * @param {string} folder
 */
const runNpm = (args, folder) => {
  const script = process.env['npm_execpath'];
  const options = { cwd: folder, env: { ...patience, ...environmentWith([]) } };
  return script !== undefined && path.basename(script) === 'npm-cli.js'
    ? outputOf(process.execPath, [script, ...args], options)
    : outputOf('npm', args, { ...options, shell: process.platform === 'win32' });
};

/**
 * The two programs in the folder of the installed packages.
 *
 * @param {string} folder
 */
const programsIn = (folder) => {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const modules = path.join(folder, 'node_modules');
  return [
    path.join(modules, platformPackages?.node ?? '', 'bin', `node${suffix}`),
    path.join(modules, platformPackages?.pnpm ?? '', `pnpm${suffix}`),
  ];
};

/**
 * Fetches the pinned Node.js and pnpm into an empty folder, and checks that they run.
 *
 * @param {string} folder
 * @param {{ readonly node: string, readonly pnpm: string }} packages
 */
const fetchToolchain = async (folder, packages) => {
  process.stderr.write(`Fetching ${both} from the npm registry (once, about 10 s) …\n`);
  // Its own manifest keeps npm from using the manifest of the project.
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', folder];
  const wanted = [`${packages.node}@${pinnedVersions.node}`, `${packages.pnpm}@${pinnedVersions.pnpm}`];
  const { code, output } = await runNpm(['install', ...options, ...wanted], folder);
  if (code > 128) throw new ToolchainProblem(`Fetching ${both} was interrupted.`);
  if (code !== 0) throw new ToolchainProblem(`Could not fetch ${both} with npm:\n${output}`);

  const versions = [];
  for (const program of programsIn(folder)) versions.push((await outputOf(program, ['--version'], {})).output);
  if (versions.join() !== `v${pinnedVersions.node},${pinnedVersions.pnpm}`) {
    throw new ToolchainProblem(`The fetched ${both} do not work here: ${versions.join(', ')}.`);
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
    throw new ToolchainProblem(`There is no ready toolchain for ${platform}: install ${both}.`);
  }
  const versions = `node-${pinnedVersions.node}-pnpm-${pinnedVersions.pnpm}`;
  const installed = path.join(toolchainsFolder, `${versions}-${platform}`);
  const programs = programsIn(installed);
  const isComplete = () => programs.every((program) => fs.existsSync(program));

  if (!isComplete()) {
    fs.mkdirSync(toolchainsFolder, { recursive: true });
    const unfinished = fs.mkdtempSync(path.join(toolchainsFolder, 'unfinished-'));
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
