// @ts-check
'use strict';

const name = 'ToolchainProblem';

/**
 * An error that one sentence explains to the person at the keyboard; no stack is shown for it.
 *
 * @param {string} sentence
 * @returns {Error}
 */
const problem = (sentence) => Object.assign(new Error(sentence), { name });

/**
 * @param {unknown} error
 * @returns {error is Error}
 */
const isProblem = (error) => error instanceof Error && error.name === name;

module.exports = { isProblem, problem };
