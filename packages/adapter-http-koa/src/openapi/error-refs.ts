import { type ErrorAnswerName, errorAnswers, messageErrors, requestErrors } from './error-answers.ts';
import type { Answers } from './open-api-document.ts';

/** References to the errors of an operation, by their status: those that any request can get, and its own. */
export const errorRefs = (...own: readonly ErrorAnswerName[]): Answers =>
  Object.fromEntries(
    [...messageErrors, ...requestErrors, ...own].map((name) => [
      errorAnswers[name].status,
      { $ref: `#/components/responses/${name}` },
    ]),
  );
