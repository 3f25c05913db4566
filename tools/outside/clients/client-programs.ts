import { projectFile } from '@animal-store/testkit/project-file';
import { classPath, generateCommand, shortRun } from './openapi-generator.ts';

export type Command = readonly [program: string, ...args: string[]];

/** A client that is generated from the document, and the program in the folder of its name that uses it. */
export interface ClientProgram {
  readonly name: string;
  /** Ends well where the toolchain is: without it, the client is left out. */
  readonly needs?: Command;
  /** A command of the generator, which makes the folder `generated`. */
  readonly generate: Command;
  /** Whether openapi-generator made it, whose models are listed. */
  readonly hasModelFiles: boolean;
  /** Without it, the client is generated alone. */
  readonly use?: {
    readonly build: readonly Command[];
    readonly run: Command;
  };
}

const compileTypescript: Command = [
  process.execPath,
  projectFile('node_modules/typescript/bin/tsc'),
  '--pretty',
  'false',
];

type Optional = Pick<ClientProgram, 'needs' | 'use'>;

const byOpenapiGenerator = (name: string, options: readonly string[], optional: Optional = {}): ClientProgram => ({
  name,
  generate: generateCommand(name, options),
  hasModelFiles: true,
  ...optional,
});

const goProgram: Optional = {
  needs: ['go', 'version'],
  use: { build: [['go', 'build', '-o', 'program', '.']], run: ['./program'] },
};

const compileJava: Command = [
  'javac',
  ...shortRun.map((option) => `-J${option}`),
  ...['-encoding', 'UTF-8', '-cp', classPath, '-d', 'classes'],
  ...['-sourcepath', 'generated/src/main/java', 'Main.java'],
];

/** The clients that are generated; `python` is the one of an environment with the packages that its client needs. */
export const clientPrograms = (python: string): readonly ClientProgram[] => [
  byOpenapiGenerator('rust', ['packageName=generated', 'supportMiddleware=true'], {
    needs: ['cargo', '--version'],
    use: {
      build: [['cargo', 'build', '--locked', '--quiet', '--target-dir=../rust-target']],
      run: ['../rust-target/debug/client'],
    },
  }),
  byOpenapiGenerator('go', ['packageName=generated', 'withGoMod=false'], goProgram),
  {
    name: 'oapi-codegen',
    generate: [
      'go',
      'tool',
      'oapi-codegen',
      '-generate=types,client',
      '-package=generated',
      '-o=generated/client.go',
      '../openapi.json',
    ],
    hasModelFiles: false,
    ...goProgram,
  },
  byOpenapiGenerator('java', ['library=native', 'openApiNullable=false'], {
    needs: ['javac', '-version'],
    use: {
      build: [compileJava],
      run: ['java', ...shortRun, '-cp', `classes:${classPath}`, 'Main'],
    },
  }),
  byOpenapiGenerator('python', ['packageName=animal_store'], {
    needs: [python, '--version'],
    use: { build: [], run: [python, 'main.py'] },
  }),
  byOpenapiGenerator('typescript-fetch', ['importFileExtension=.js'], {
    use: { build: [compileTypescript], run: [process.execPath, 'compiled/typescript-fetch/main.js'] },
  }),
  {
    name: 'openapi-fetch',
    generate: [
      process.execPath,
      '../node_modules/openapi-typescript/bin/cli.js',
      '../openapi.json',
      '--output=generated.ts',
    ],
    hasModelFiles: false,
    use: { build: [compileTypescript], run: [process.execPath, 'main.ts'] },
  },
  byOpenapiGenerator('kotlin', []),
  byOpenapiGenerator('csharp', []),
];
