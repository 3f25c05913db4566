// Puts the files of Swagger UI that the documentation page needs, and its licence, into the built form of
// adapter-http-koa: nobody who installs that package installs swagger-ui-dist, whose one dependency reports installations.
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
