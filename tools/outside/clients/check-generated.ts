import { basename, extname } from 'node:path';

/**
 * The models among generated files, in lower case and without underscores: `petinput`. A prefix `model` is dropped, which
 * every file in Go has.
 */
export const generatedModels = (files: readonly string[]): readonly string[] =>
  files
    .filter((file) => /(^|\/)models?[/_]/i.test(file))
    .map((file) => basename(file, extname(file)))
    .filter((name) => name !== '__init__')
    .map((name) =>
      name
        .replaceAll('_', '')
        .toLowerCase()
        .replace(/^model/, ''),
    )
    .toSorted();

/** Harmless warnings of openapi-generator, each with the reason. */
const harmless: readonly RegExp[] = [
  // A warning for every document with this version of OpenAPI.
  /OpenAPI 3\.1 support is still in beta/,
  // The list of models is compared, and is complete.
  /Failed to get the schema name: null$/,
];

/** The lines of openapi-generator that say that it did not understand a document. */
export const generatorComplaints = (output: string): readonly string[] =>
  output
    .split('\n')
    .filter((line) => /\b(WARN|ERROR)\b|^Exception /.test(line) && !harmless.some((pattern) => pattern.test(line)));
