// @ts-check
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { environmentWith } = require('./environment.cjs');
const { pinnedVersions } = require('./pinned-versions.cjs');
const { programsIn } = require('./platform-packages.cjs');
const { problem } = require('./problem.cjs');
const { runProcess } = require('./run-process.cjs');

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
  const code = await runProcess(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, (child) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
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
 * Summarises npm's error lines in one line: the code, and the line with the reason.
 *
 * @param {string} output
 */
const causeIn = (output) => {
  const lines = output.split('\n').flatMap((line) => /^npm (?:error|ERR!) (.+)$/.exec(line)?.slice(1) ?? []);
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length);
  const reason = lines
    .find((line) => !/^(code|errno|syscall|path) /.test(line))
    ?.replace(/^(\w+Error:|network|notarget|\d{3}) /, '')
    .replace(/\.$/, '');
  return [code, reason].filter((part) => part !== undefined).join(', ') || 'npm did not say why';
};

/**
 * Fetches the pinned Node.js and pnpm into an empty folder, and checks that they run.
 *
 * @param {string} folder
 * @param {{ readonly node: string, readonly pnpm: string }} packages
 * @returns {Promise<void>}
 */
const fetchToolchain = async (folder, packages) => {
  process.stderr.write(`Fetching ${both} from the npm registry (once, about 10 s) …\n`);
  // Its own manifest keeps npm from using the manifest of the project.
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', folder];
  const wanted = [`${packages.node}@${pinnedVersions.node}`, `${packages.pnpm}@${pinnedVersions.pnpm}`];
  const { code, output } = await runNpm(['install', ...options, ...wanted], folder);
  if (code > 128) throw problem(`Fetching ${both} was interrupted.`);
  if (code !== 0) throw problem(`Could not fetch ${both} with npm: ${causeIn(output)}.`);

  const programs = programsIn(folder, packages);
  const nodeSays = await outputOf(programs.node, ['--version'], {});
  const pnpmSays = await outputOf(programs.pnpm, ['--version'], {});
  if (nodeSays.output !== `v${pinnedVersions.node}` || pnpmSays.output !== pinnedVersions.pnpm) {
    throw problem(`The fetched ${both} do not work here: ${[nodeSays.output, pnpmSays.output].join(', ')}.`);
  }
};

module.exports = { fetchToolchain };
