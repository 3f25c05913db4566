// Bundles the compiled service for the image:  node tools/packages/bundle.ts <folder>
import { bundleService } from './bundle-service.ts';
// The page of the bundle needs the files of Swagger UI in the compiled output, which the compiler alone does not put there.
import './copy-swagger-ui.ts';

const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('usage: node tools/packages/bundle.ts <folder>\n');
  process.exit(2);
}
await bundleService(process.cwd(), target);
