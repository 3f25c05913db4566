// @ts-check
'use strict';

const name = 'ToolchainProblem';

/**
 * An error with a message for the user, which is printed without a stack.
 *
 * @param {string} message
 * @returns {Error}
 */
const problem = (message) => Object.assign(new Error(message), { name });

/**
 * @param {unknown} error
 * @returns {error is Error}
 */
const isProblem = (error) => error instanceof Error && error.name === name;

module.exports = { isProblem, problem };
