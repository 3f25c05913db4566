import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { projectFile } from '@animal-store/testkit/project-file';
import generateTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it, onTestFinished } from 'vitest';

const document = createOpenApiDocument({ base: '/v1' });

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom'],
  types: [],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

/** The compiler errors of `typescript/wrong-uses.ts` with the types of a document. */
const compileWrongUses = async (described: object): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-types-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  // A copy, because the generator may change its input; as JSON it has no undefined.
  const types = await generateTypes(JSON.parse(JSON.stringify(described)) as OpenAPI3);
  await writeFile(join(folder, 'api.ts'), astToString(types));
  const sources = projectFile('tools/outside/typescript');
  const project = {
    compilerOptions: { ...compilerOptions, rootDirs: [sources, folder] },
    files: [`${sources}/wrong-uses.ts`],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const args = [projectFile('node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: sources }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
};

describe('types generated from the document', () => {
  it('forbid wrong uses', async () => {
    expect(await compileWrongUses(document)).toBe('');
  });

  it('allow a wrong use if the document allows it', async () => {
    const { components } = document;
    const PetInput = { ...components.schemas['PetInput'], required: ['categoryId'] };
    const lenient = { ...document, components: { ...components, schemas: { ...components.schemas, PetInput } } };
    expect(await compileWrongUses(lenient)).toBe(
      "wrong-uses.ts(14,3): error TS2578: Unused '@ts-expect-error' directive.\n",
    );
  });
});
