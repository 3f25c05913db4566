import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const adapter = join(import.meta.dirname, '../../packages/adapter-http-koa');
const source = dirname(createRequire(join(adapter, 'package.json')).resolve('swagger-ui-dist/package.json'));

/** Copies the files of Swagger UI 5 that the documentation page needs, and its licence, into a folder. */
export const copySwaggerUi = (target: string): void => {
  mkdirSync(target, { recursive: true });
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'NOTICE'])
    copyFileSync(join(source, name), join(target, name));
  // Under another name: pnpm 12.21 adds the licence of this project only to a package that has no file LICENSE in any folder.
  copyFileSync(join(source, 'LICENSE'), join(target, 'swagger-ui.LICENSE.txt'));
};

// The compiled output of adapter-http-koa gets them too. So installing that package does not install swagger-ui-dist, whose
// only dependency (@scarf/scarf) reports installations.
if (import.meta.main) copySwaggerUi(join(adapter, 'dist/swagger-ui'));
