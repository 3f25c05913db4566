// @ts-check
'use strict';

const path = require('node:path');

// What `npm run` says about the package it runs in. Inherited by another npm it sends files to the wrong place or
// switches half of the work off; what a person sets (registry, proxy, certificates, cache) is not among it.
const aboutTheOuterRun =
  /^npm_config_(.*prefix|global|location|workspaces?|include_workspace_root|dry_run|ignore_scripts|omit|include|only|production|package_lock.*|save.*|loglevel|json|allow_scripts.*)$/i;

/** The name of the search path among the variables: `Path` on Windows. */
const searchPathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';

/** The search path of this process. */
const searchPath = process.env[searchPathName] ?? '';

/**
 * The environment for a child: the given folders first on the search path, and nothing of an outer `npm run`.
 *
 * @param {readonly string[]} folders
 * @returns {NodeJS.ProcessEnv}
 */
const environmentWith = (folders) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !aboutTheOuterRun.test(name))),
  [searchPathName]: [...folders, searchPath].join(path.delimiter),
});

module.exports = { environmentWith, searchPath };
