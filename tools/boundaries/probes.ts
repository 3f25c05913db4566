import type { ProbeFile } from './probe-tree.ts';

/** A file that breaks rules, and how the check that enforces them names each. */
export interface Probe extends ProbeFile {
  /** The compiler of the packages, that of the tests and tools, or the linter. */
  readonly by: 'compiled' | 'typed' | 'linted';
  /** The names of the rules, each with a part of its message; none where no rule applies. */
  readonly findings: readonly (readonly [rule: string, says: string])[];
}

const probe = (by: Probe['by'], file: string, source: string, rule: string | undefined, says = ''): Probe => ({
  by,
  file,
  source: `${source}\n`,
  findings: rule === undefined ? [] : [[rule, says]],
});

type Rest = [file: string, source: string, rule: string | undefined, says?: string];

const compiled = (...rest: Rest): Probe => probe('compiled', ...rest);
const linted = (...rest: Rest): Probe => probe('linted', ...rest);

const importing = (specifier: string): string => `export * from '${specifier}';`;

const memory = 'packages/adapter-memory/src';
const http = 'packages/adapter-http-koa/src';
const service = 'apps/service/src';

// A package can import only what its manifest names: nothing else is installed for it.
const undeclared = [
  compiled('packages/domain/src/probe-undeclared.ts', importing('koa'), 'TS2307'),
  compiled('packages/client/src/probe-undeclared.ts', importing('@animal-store/domain'), 'TS2307'),
  compiled(`${memory}/probe-undeclared.ts`, importing('@animal-store/adapter-sqlite'), 'TS2307'),
  compiled(`${service}/probe-undeclared.ts`, importing('koa'), 'TS2307'),
];

const isNotDeclared = 'lint/correctness/noUndeclaredDependencies';
const isRestricted = 'lint/style/noRestrictedImports';
const leavesPackage = 'A relative path does not leave its package';

/** Modules that exist on the disk for the compiler, though they must not be imported. Only the linter refuses them. */
export const reachableProbes: readonly Probe[] = [
  linted(`${memory}/probe-of-tests.ts`, importing('vitest'), isNotDeclared),
  linted(`${memory}/probe-path.ts`, importing('../../domain/src/pet.ts'), isRestricted, leavesPackage),
  linted(`${service}/probe-path.ts`, importing('../../../packages/domain/src/pet.ts'), isRestricted, leavesPackage),
];

// The exports of a package do not name its files.
const closed = ['src/index.ts', 'dist/pet.js'].map((path, index) =>
  compiled(`${service}/probe-private-${index}.ts`, importing(`@animal-store/domain/${path}`), 'TS2307'),
);

const now = 'export const now: number = Date.now();';
const throwing = "export const fail = (): never => {\n  throw new Error('no');\n};";

// The pure packages know no environment, clock or randomness, and do not throw. Their tests and other packages may.
const pure = ['packages/domain/src', 'packages/access/src'].flatMap((folder) => [
  compiled(`${folder}/probe-node-module.ts`, importing('node:fs'), 'TS2591'),
  compiled(`${folder}/probe-process.ts`, 'export const found: unknown = process;', 'TS2591'),
  compiled(`${folder}/probe-fetch.ts`, 'export const found: unknown = fetch;', 'TS2304'),
  ...['Date.now()', 'Math.random()', 'new Intl.Locale("en")', 'globalThis'].map((value, index) =>
    linted(
      `${folder}/probe-global-${index}.ts`,
      `export const found: unknown = ${value.replaceAll('"', "'")};`,
      'lint/style/noRestrictedGlobals',
    ),
  ),
  linted(`${folder}/probe-throw.ts`, throwing, 'plugin', 'A pure package does not throw'),
  linted(`${folder}/probe-now.test.ts`, now, undefined),
  linted(`${folder}/probe-throw.test.ts`, throwing, undefined),
]);

const circle = (name: string, other: string): Probe =>
  linted(
    `${memory}/probe-circle-${name}.ts`,
    `import type { ${other} } from './probe-circle-${other}.ts';\n\nexport type ${name} = { readonly other: ${other} };`,
    'lint/suspicious/noImportCycles',
  );

const testing = (file: string, call: string, rule: string): Probe =>
  linted(
    `packages/domain/src/${file}`,
    `import { describe, test } from 'vitest';\n\n${call}('nothing', () => {});\n\nexport const used: unknown = [describe, test];`,
    rule,
  );

const everywhere = [
  circle('one', 'other'),
  circle('other', 'one'),
  linted(
    `${http}/message/probe-arrow-up.ts`,
    "export type { HttpServer } from '../server/http-server.ts';",
    'plugin',
    'A room imports from lower rooms only',
  ),
  linted('packages/domain/src/probe-fp-ts.ts', importing('fp-ts/Either'), isRestricted, 'A deep import'),
  linted(`${service}/probe-io-ts.ts`, importing('io-ts/Decoder'), isRestricted, 'A deep import'),
  linted(`${memory}/probe-default.ts`, "const none: string = '';\nexport default none;", 'lint/style/noDefaultExport'),
  linted(`${memory}/probe-enum.ts`, "export enum Colour {\n  Red = 'red',\n}", 'lint/style/noEnum'),
  // Node.js cannot strip it.
  compiled(`${memory}/probe-enum-type.ts`, "export enum Colour {\n  Red = 'red',\n}", 'TS1294'),
  linted(`${memory}/probe-any.ts`, 'export const anything: any = 0;', 'lint/suspicious/noExplicitAny'),
  linted(
    `${memory}/probe-non-null.ts`,
    'export const sure = (text: string | undefined): string => text!;',
    'lint/style/noNonNullAssertion',
  ),
  linted(`${http}/probe-builtin.ts`, "export { readFile } from 'fs';", 'lint/style/useNodejsImportProtocol'),
  linted(`${http}/probe-console.test.ts`, "console.log('no');", 'lint/suspicious/noConsole'),
  linted('packages/domain/src/probeCamel.ts', 'export const none = 0;', 'lint/style/useFilenamingConvention'),
  testing('probe-only.test.ts', 'test.only', 'lint/suspicious/noFocusedTests'),
  testing('probe-skip.test.ts', 'test.skip', 'lint/suspicious/noSkippedTests'),
  linted(`${memory}/probe-now.ts`, now, undefined),
  linted(`${memory}/probe-throw.ts`, throwing, undefined),
];

// Tests and tools are type-checked too, in every folder.
const ofTypes = [
  ...['packages/domain/src/probe.test.ts', 'apps/service/test/probe.test.ts', 'tools/probe.ts'].map((file) =>
    probe('typed', file, 'export const text: string = 0;', 'TS2322'),
  ),
  probe(
    'typed',
    'tools/toolchain/probe.cjs',
    '/** @type {string} */\nconst text = 0;\nmodule.exports = { text };',
    'TS2322',
  ),
];

// Requests and responses are values, an operation runs only for an admitted request, and each failure has a response.
const values: Probe = {
  by: 'compiled',
  file: `${http}/probe-values.ts`,
  source: `
import type { PetIdTaken } from '@animal-store/domain';
import type { Admitted, Authenticated } from './admission/admitted.ts';
import type { LimitRate } from './admission/limit-rate.ts';
import type { Slot } from './admission/slots.ts';
import type { ApiRequest, WellFormedRequest } from './message/request.ts';
import type { ApiResponse } from './message/response.ts';
import { failureResponse } from './operations/failures.ts';
import type { OpenOperation, ProtectedOperation } from './operations/operation.ts';

export const forbidden: readonly unknown[] = [
  (request: ApiRequest) => void (request.path = '/'),
  (response: ApiResponse) => void (response.status = 200),
  (response: ApiResponse) => response.headers.push('Allow', ''),
  (operation: ProtectedOperation): OpenOperation => operation,
  (operation: ProtectedOperation, request: ApiRequest, key: Admitted) => operation(request, key),
  (operation: ProtectedOperation, request: WellFormedRequest, key: Authenticated) => operation(request, key),
  (limitRate: LimitRate, slot: Slot) => limitRate({ slot }),
  (failure: PetIdTaken) => failureResponse(failure),
];
`,
  findings: [
    ['TS2540', "Cannot assign to 'path' because it is a read-only property."],
    ['TS2540', "Cannot assign to 'status' because it is a read-only property."],
    ['TS2339', "Property 'push' does not exist on type 'readonly string[]'."],
    ['TS2322', "Type 'ProtectedOperation' is not assignable to type 'OpenOperation'."],
    ['TS2345', "Argument of type 'ApiRequest' is not assignable to parameter of type 'WellFormedRequest'."],
    ['TS2741', "Property 'rateHeaders' is missing in type 'Authenticated' but required in type 'Admitted'."],
    ['TS2739', "Type 'Slot' is missing the following properties from type 'KeySlot': spent, hold"],
    ['TS2345', "Argument of type 'PetIdTaken' is not assignable to parameter of type 'Failure'."],
  ],
};

/** The probes that the compilers read too. */
export const probes: readonly Probe[] = [...undeclared, ...closed, ...pure, ...everywhere, values, ...ofTypes];
