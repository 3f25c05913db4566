// `pnpm pack` runs this first in the folder of each publishable package. It removes the compiled output, compiles the
// sources, bundles all declarations into one file, adds the licence, and fails unless every exported file exists.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPublicSurface, removeDeclarations } from './public-surface.ts';

interface Manifest {
  readonly name: string;
  readonly publishConfig?: { readonly exports?: unknown };
}

const targetsOf = (exports: unknown): readonly string[] =>
  typeof exports === 'string' ? [exports] : Object.values(exports ?? {}).flatMap(targetsOf);

const project = join(import.meta.dirname, '../..');
const folder = process.cwd();
const dist = join(folder, 'dist');
const { name, publishConfig }: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const targets = targetsOf(publishConfig?.exports);
if (targets.length === 0) throw new Error(`${name} offers nothing: publishConfig.exports of its package.json is empty`);

// Also removes the compiler's build record, which would describe output that no longer exists.
rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), '--build', folder], {
  stdio: 'inherit',
});

const scratch = mkdtempSync(join(tmpdir(), 'animal-store-declarations-'));
try {
  const { declarations } = readPublicSurface(folder, scratch);
  removeDeclarations(dist);
  writeFileSync(join(dist, 'index.d.ts'), declarations);
  // The next build creates the removed declarations again.
  rmSync(join(dist, '.tsbuildinfo'));
} finally {
  rmSync(scratch, { recursive: true });
}
copyFileSync(join(project, 'LICENSE'), join(folder, 'LICENSE'));

const missing = targets.filter((target) => !existsSync(join(folder, target)));
if (missing.length > 0) throw new Error(`${name} offers files that were not built: ${missing.join(', ')}`);
