'use strict';

const path = require('node:path');

// Variables of `npm run` about its package. Another npm that inherits them writes files to the wrong folder or skips
// half of its work. Settings of the user (registry, proxy, certificates, cache) are not among them.
const npmRunVariables =
  /^npm_config_(.*prefix|global|location|workspaces?|include_workspace_root|dry_run|ignore_scripts|omit|include|only|production|package_lock.*|save.*|loglevel|json|allow_scripts.*)$/i;

/** The name of the variable for the search path: `Path` on Windows. */
const searchPathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';

/** The search path of this process. */
const searchPath = process.env[searchPathName] ?? '';

/**
 * The environment for a child process: the given folders first on the search path, and no variables of an outer `npm
 * run`.
 *
 * @param {readonly string[]} folders
 * @returns {NodeJS.ProcessEnv}
 */
const environmentWith = (folders) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !npmRunVariables.test(name))),
  [searchPathName]: [...folders, searchPath].join(path.delimiter),
});

module.exports = { environmentWith, searchPath };
