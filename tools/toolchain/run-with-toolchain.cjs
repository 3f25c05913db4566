// @ts-check
'use strict';

const { environmentWith, searchPath } = require('./environment.cjs');
const { findToolchain } = require('./find-toolchain.cjs');
const { installDependencies } = require('./install-dependencies.cjs');
const { privateToolchain } = require('./private-toolchain.cjs');
const { isProblem, problem } = require('./problem.cjs');
const { runProcess } = require('./run-process.cjs');

/**
 * Runs a command with the toolchain first on the search path and the dependencies installed, in the folder of this
 * process and with its input and output. Then ends this process in the same way as the command.
 *
 * @param {readonly string[]} commandLine
 * @returns {Promise<void>}
 */
const runWithToolchain = async ([command, ...args]) => {
  try {
    if (command === undefined) throw problem('Usage: node tools/with-toolchain.cjs <command> [argument …]');
    const env = environmentWith(findToolchain(searchPath) ?? (await privateToolchain()));
    await installDependencies(env);
    process.exitCode = await runProcess(command, args, { env, stdio: 'inherit' });
  } catch (error) {
    if (!isProblem(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
};

module.exports = { runWithToolchain };
