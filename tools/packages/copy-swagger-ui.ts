// Copies the files of Swagger UI 5 that the documentation page needs, and its licence, into the compiled output of
// adapter-http-koa. So installing that package does not install swagger-ui-dist, whose only dependency (@scarf/scarf)
// reports installations.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const adapter = join(import.meta.dirname, '../../packages/adapter-http-koa');
const source = dirname(createRequire(join(adapter, 'package.json')).resolve('swagger-ui-dist/package.json'));
const target = join(adapter, 'dist/swagger-ui');

mkdirSync(target, { recursive: true });
for (const name of [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
]) {
  copyFileSync(join(source, name), join(target, name));
}
