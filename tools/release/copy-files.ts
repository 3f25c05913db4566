// Copies into the compiled output what else the packages ship:  node tools/release/copy-files.ts
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const project = join(import.meta.dirname, '../..');
const adapter = join(project, 'packages/adapter-http-koa');
const copy = (from: string, to: string): void => cpSync(from, to, { recursive: true });

// The files of Swagger UI 5 that the documentation page needs, and its licence. So installing the package does not install
// swagger-ui-dist, whose only dependency (@scarf/scarf) reports installations.
const source = dirname(createRequire(join(adapter, 'package.json')).resolve('swagger-ui-dist/package.json'));
const target = join(adapter, 'dist/swagger-ui');
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'NOTICE'])
  copy(join(source, name), join(target, name));
// Under another name: pnpm 12.21 adds the licence of this project only to a package that has no file LICENSE in any folder.
copy(join(source, 'LICENSE'), join(target, 'swagger-ui.LICENSE.txt'));

// The example of an adapter, so that it can be had without a clone.
copy(join(project, 'examples/durable-adapter'), join(project, 'packages/domain-testkit/dist/example'));
