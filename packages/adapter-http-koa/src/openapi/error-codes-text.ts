import { errorCodes } from '../message/error-codes.ts';

/** The error codes as a Markdown list. */
export const errorCodesText: string = Object.entries(errorCodes)
  .map(([code, { status, when, advice }]) => `- \`${code}\` (${status}): ${when}; ${advice}.`)
  .join('\n');
