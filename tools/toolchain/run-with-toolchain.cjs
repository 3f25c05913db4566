'use strict';

const { environmentWith, searchPath } = require('./environment.cjs');
const { findToolchain } = require('./find-toolchain.cjs');
const { projectFolder } = require('./pinned-versions.cjs');
const { privateToolchain } = require('./private-toolchain.cjs');
const { runProcess, ToolchainProblem } = require('./run-process.cjs');
const { serviceCommand } = require('./service-bundle.cjs');

// pnpm takes a tenth of a second if there is nothing to do, and its output is then dropped. An installation takes
// longer, and its output is shown.
const quietMilliseconds = 700;

/**
 * Brings `node_modules` in line with the lockfile. Prints nothing if that is already so, shows pnpm's progress on
 * standard error otherwise, and never prompts.
 *
 * @param {NodeJS.ProcessEnv} env
 */
const installDependencies = async (env) => {
  let held = '';
  let isQuiet = true;
  const show = () => {
    isQuiet = false;
    process.stderr.write(held);
    held = '';
  };
  const timer = setTimeout(show, quietMilliseconds);
  const code = await runProcess(
    'pnpm',
    ['install', '--frozen-lockfile', '--prod=false', '--config.confirmModulesPurge=false', '--reporter=append-only'],
    { cwd: projectFolder, env, stdio: ['ignore', 'pipe', 'pipe'] },
    (text) => {
      held += text;
      if (!isQuiet) show();
    },
  ).finally(() => clearTimeout(timer));
  if (code === 0) return;
  show();
  throw new ToolchainProblem(`Could not install the dependencies: pnpm ended with ${code}.`);
};

/**
 * Runs a command with the toolchain first on the search path and the dependencies installed, in the folder of this
 * process and with its input and output. Then ends this process in the same way as the command. The command `animal-store` is
 * the service.
 *
 * @param {readonly string[]} commandLine
 */
const runWithToolchain = async ([command, ...args]) => {
  try {
    if (command === undefined) {
      throw new ToolchainProblem('Usage: node tools/with-toolchain.cjs <command> [argument …]');
    }
    const env = environmentWith(findToolchain(searchPath) ?? (await privateToolchain()));
    const isService = command === 'animal-store';
    if (!isService) await installDependencies(env);
    const [program, ...options] = isService ? await serviceCommand(env, installDependencies) : [command];
    process.exitCode = await runProcess(program, [...options, ...args], { env, stdio: 'inherit' });
  } catch (error) {
    if (!(error instanceof ToolchainProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
};

module.exports = { runWithToolchain };
