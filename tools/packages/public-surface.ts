import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, type ExtractorMessage } from '@microsoft/api-extractor';

// Without it each declaration would need a tag that marks it as public.
const isNoise = ({ messageId }: ExtractorMessage): boolean =>
  ['console-preamble', 'ae-missing-release-tag', 'ae-unresolved-link'].includes(messageId) ||
  messageId.startsWith('tsdoc-') ||
  messageId.startsWith('console-api-report-');

/** Reads the declarations in the compiled output of a package in a folder. Writes only below `scratch`. */
export const readPublicSurface = (folder: string, scratch: string) => {
  const entry = join(folder, 'dist/index.d.ts');
  const declarations = join(scratch, 'index.d.ts');
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
  };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entry,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions: { ...compilerOptions, skipLibCheck: true }, files: [entry] } },
      apiReport: {
        enabled: true,
        reportFileName: 'surface',
        reportFolder: scratch,
        reportTempFolder: join(scratch, 'new'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: declarations },
      tsdocMetadata: { enabled: false },
      messages: {
        // Exports without a comment are still marked.
        extractorMessageReporting: { default: { logLevel: 'none' } },
      },
    } as never,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
  const found: string[] = [];
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      if (!isNoise(message)) found.push(message.formatMessageWithLocation(folder));
      message.handled = true;
    },
  });
  if (!succeeded) throw new Error(`The declarations of ${folder} cannot be read:\n${found.join('\n')}`);
  return {
    /** All public declarations in one file, with their comments. */
    declarations: readFileSync(declarations, 'utf8'),
    /** The same for reviewers: sorted, without comments. An export without a comment is marked. */
    report: readFileSync(join(scratch, 'surface.api.md'), 'utf8'),
  };
};

/** Removes every file of declarations below a folder. */
export const removeDeclarations = (folder: string): void => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) rmSync(join(folder, file));
};
