import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilers, type Published, run } from './published.ts';

const source = `import { parseNewPetJson, petJson } from '@animal-store/domain';

declare const console: { readonly log: (...values: readonly unknown[]) => void };

const parsed = parseNewPetJson('{"name":"Rex","categoryId":9223372036854775807}');
console.log(parsed._tag, typeof petJson);
`;

/** `module` and `moduleResolution`. */
const settings = [
  { module: 'nodenext' },
  { module: 'node20' },
  { module: 'node18' },
  { module: 'node16' },
  { module: 'esnext', moduleResolution: 'bundler' },
  { module: 'preserve', moduleResolution: 'bundler' },
  { module: 'commonjs', moduleResolution: 'bundler' },
  { module: 'commonjs', moduleResolution: 'node10' },
];
const types = ['module', 'commonjs'];
const cases = settings.flatMap((setting) => types.map((type) => ({ setting, type })));

/** Writes the program once for each case, and compiles all by one process of a compiler. Returns its errors by folder. */
const compileAll = async ({ consumer, nodeFolders, env }: Published, compiler: string) => {
  const shared = { target: 'es2022', lib: ['es2022'], types: [], strict: true, skipLibCheck: true, outDir: 'out' };
  const folders = cases.map(({ setting, type }, index) => {
    const folder = `settings/${compiler}/${index}`;
    mkdirSync(join(consumer, folder), { recursive: true });
    const config = { compilerOptions: { ...shared, ...setting }, files: ['main.ts'] };
    writeFileSync(join(consumer, folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(consumer, folder, 'package.json'), JSON.stringify({ private: true, type }));
    writeFileSync(join(consumer, folder, 'main.ts'), source);
    return folder;
  });
  const tsc = [`${nodeFolders['24']}/node`, `node_modules/typescript-${compiler}/bin/tsc`, '--build'] as const;
  const { output } = await run([...tsc, '--pretty', 'false', ...folders], consumer, env);
  const lines = output.split('\n');
  return folders.map((folder) => {
    const [line] = lines.filter((each) => each.startsWith(`${folder}/`)).slice(-1);
    return { folder, error: /TS\d+/.exec(line ?? '')?.[0] };
  });
};

/** What a setting does with each compiler, such as `5.4: error TS1479; 5.8 … 7.0: **runs**`. */
const describeOutcomes = (outcomes: readonly string[]): string => {
  const ends = compilers.map((_, index) => index).filter((index) => outcomes[index] !== outcomes[index + 1]);
  return ends
    .map((end, index) => {
      const [from, to] = [compilers[(ends[index - 1] ?? -1) + 1], compilers[end]];
      return `${from === to ? from : `${from} … ${to}`}: ${outcomes[end]}`;
    })
    .join('; ');
};

/**
 * Compiles a program with each setting, `type` and compiler, and runs what they write with each version of Node.js: the same
 * text once. Returns the rows of the table.
 */
export const typescriptRows = async (published: Published, nodes: readonly string[]): Promise<readonly string[]> => {
  const { consumer, nodeFolders, env } = published;
  const ran = new Map<string, Promise<string>>();
  const outcomeOf = async (folder: string): Promise<string> => {
    const script = join(consumer, folder, 'out/main.js');
    const runs = nodes.map((version) => run([`${nodeFolders[version]}/node`, '--no-warnings', script], consumer, env));
    const outcomes = (await Promise.all(runs)).map(({ code, output }) =>
      code === 0 && output === 'Right function\n' ? '**runs**' : 'compiles, does not start',
    );
    if (new Set(outcomes).size > 1) throw new Error(`${script} does not do the same with all versions of Node.js`);
    return `${outcomes[0]}`;
  };

  const found: string[][] = cases.map(() => []);
  for (const compiler of compilers)
    for (const [index, { folder, error }] of (await compileAll(published, compiler)).entries()) {
      // TS6046: the compiler does not know the value.
      if (error !== undefined) found[index]?.push(error === 'TS6046' ? 'unknown' : `error ${error}`);
      else {
        const key = `${cases[index]?.type} ${readFileSync(join(consumer, folder, 'out/main.js'), 'utf8')}`;
        ran.set(key, ran.get(key) ?? outcomeOf(folder));
        found[index]?.push((await ran.get(key)) ?? '');
      }
    }
  return settings.map((setting, index) => {
    const values = Object.values(setting).map((value) => `\`"${value}"\``);
    const cells = types.map((_, place) => describeOutcomes(found[index * types.length + place] ?? []));
    return `| ${values.join(', ')} | ${cells.join(' | ')} |`;
  });
};
