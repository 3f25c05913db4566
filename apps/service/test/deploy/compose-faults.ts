import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface Report {
  readonly messages: readonly { readonly rule: string; readonly message: string }[];
}

const linter = join(dirname(createRequire(import.meta.url).resolve('dclint/package.json')), 'bin/dclint.cjs');

// These are about looks alone.
const taste = ['service-keys-order', 'services-alphabetical-order', 'require-quotes-in-ports'];

/** What is wrong with a compose file: by the schema of the Compose specification, in which unknown keys are errors, and by good practice. */
export const composeFaults = (path: string): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const disabled = taste.flatMap((rule) => ['--disable-rule', rule]);
    execFile(process.execPath, [linter, path, '--formatter', 'json', ...disabled], (_error, stdout, stderr) => {
      try {
        const reports = JSON.parse(stdout) as readonly Report[];
        resolve(reports.flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`)));
      } catch {
        reject(new Error(`The linter said: ${stdout}${stderr}`));
      }
    });
  });
