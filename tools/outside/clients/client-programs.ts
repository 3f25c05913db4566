import { projectFile } from '@animal-store/testkit/project-file';
import { generateCommand } from './openapi-generator.ts';

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
  readonly build?: Command;
  readonly run: Command;
}

/** The clients that are generated; `python` is the one of an environment with the packages that its client needs. */
export const clientPrograms = (python: string): readonly ClientProgram[] => [
  {
    name: 'go',
    needs: ['go', 'version'],
    generate: generateCommand('go', 'packageName=generated,withGoMod=false'),
    hasModelFiles: true,
    build: ['go', 'build', '-o', 'program', '.'],
    run: ['./program'],
  },
  {
    name: 'python',
    needs: [python, '--version'],
    generate: generateCommand('python', 'packageName=animal_store'),
    hasModelFiles: true,
    run: [python, 'main.py'],
  },
  {
    name: 'openapi-fetch',
    generate: [
      process.execPath,
      '../node_modules/openapi-typescript/bin/cli.js',
      '../openapi.json',
      '--output=generated.ts',
    ],
    hasModelFiles: false,
    build: [process.execPath, projectFile('node_modules/typescript/bin/tsc'), '--pretty', 'false'],
    run: [process.execPath, 'main.ts'],
  },
];
