// @ts-check
'use strict';

const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { problem } = require('./problem.cjs');

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
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStart]
 * @returns {Promise<number>}
 */
const runProcess = (command, args, options, onStart) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => child.kill(signal);
    const release = () => {
      for (const signal of passedOnSignals) process.off(signal, passOn);
    };

    for (const signal of passedOnSignals) process.on(signal, passOn);
    child.on('error', (error) => {
      release();
      reject(problem(`Could not run ${command}: ${error.message}.`));
    });
    child.on('close', (code, signal) => {
      release();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
    onStart?.(child);
  });

module.exports = { runProcess };
