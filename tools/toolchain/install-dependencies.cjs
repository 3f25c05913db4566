// @ts-check
'use strict';

const { projectFolder } = require('./pinned-versions.cjs');
const { problem } = require('./problem.cjs');
const { runProcess } = require('./run-process.cjs');

// pnpm takes a tenth of a second if there is nothing to do, and its output is then dropped. An installation takes
// longer, and its output is shown.
const quietMilliseconds = 700;

/**
 * Brings `node_modules` in line with the lockfile. Prints nothing if that is already so, shows pnpm's progress on
 * standard error otherwise, and never prompts.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<void>}
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
    (child) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text) => {
          held += text;
          if (!isQuiet) show();
        });
      }
    },
  ).finally(() => clearTimeout(timer));
  if (code !== 0) {
    show();
    throw problem(`Could not install the dependencies: pnpm ended with ${code}.`);
  }
};

module.exports = { installDependencies };
