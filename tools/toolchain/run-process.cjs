'use strict';

const { spawn } = require('node:child_process');
const { constants } = require('node:os');

/** An error with a message for the user, which is printed without a stack. */
class ToolchainProblem extends Error {}

/** @type {readonly NodeJS.Signals[]} */
const passedOnSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and returns its exit code, or 128 + n if signal n ended it.
 *
 * This process outlives the program, so waiting for this process is waiting for both. A signal that would end this
 * process is forwarded instead. The terminal sends Ctrl-C to both, so the program receives it more than once.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(text: string) => void} [onOutput] receives what is not inherited
 * @returns {Promise<number>}
 */
const runProcess = (command, args, options, onOutput) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => child.kill(signal);
    const release = () => {
      for (const signal of passedOnSignals) process.off(signal, passOn);
    };

    for (const signal of passedOnSignals) process.on(signal, passOn);
    if (onOutput !== undefined)
      for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
    child.on('error', (error) => {
      release();
      reject(new ToolchainProblem(`Could not run ${command}: ${error.message}.`));
    });
    child.on('close', (code, signal) => {
      release();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });

module.exports = { runProcess, ToolchainProblem };
