// Bundles the service for the image, and for `npm start`:  node tools/packages/bundle.ts <folder> [--local]
import { stripVTControlCharacters } from 'node:util';
import { bundleService } from './bundle-service.ts';
// The page of the bundle needs the files of Swagger UI in the compiled output, which the compiler alone does not put there.
import './copy-swagger-ui.ts';

const [target, option] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('usage: node tools/packages/bundle.ts <folder> [--local]\n');
  process.exit(2);
}
try {
  await bundleService(process.cwd(), target, { isLocal: option === '--local' });
} catch (error) {
  // The errors of the bundler quote the source.
  process.stderr.write(`${stripVTControlCharacters(error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}
