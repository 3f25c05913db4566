// Publishes the packages and the service in the version of their manifests:  npm run release [-- options of pnpm publish]
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkGate } from './check-gate.ts';
import { reports } from './interface-faults.ts';

const project = join(import.meta.dirname, '../..');
const manifests = globSync('{apps,packages}/*/package.json', { cwd: project })
  .toSorted()
  .map((path) => JSON.parse(readFileSync(join(project, path), 'utf8')));
const names = manifests.map(({ name }) => name as string);
const [{ version }] = manifests;

const end = (message: string): void => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
};

/** Publishes from a clone of the tag: what is published is committed, and this tree does not change. */
const publish = (address: string | undefined, distTag: string): void => {
  const clone = mkdtempSync(join(tmpdir(), 'animal-store-release-'));
  const run = (program: string, ...args: readonly string[]): void =>
    void execFileSync(program, args, { cwd: clone, stdio: 'inherit', env: { ...process.env, REPOSITORY: address } });
  try {
    run('git', 'clone', '--quiet', '--branch', `v${version}`, '-c', 'advice.detachedHead=false', project, '.');
    for (const script of ['setup', 'build', 'interfaces']) run('npm', 'run', '--silent', script);
    const changed = execFileSync('git', ['status', '--porcelain', reports], { cwd: clone, encoding: 'utf8' });
    if (changed !== '') {
      end(
        `Nothing was published.\n- The build differs from its reports: run "npm run interfaces", and commit.\n${changed}`,
      );
      return;
    }
    const own = ['--no-git-checks', '--config.pnpmfile=tools/release/add-repository.mjs', '--tag', distTag];
    run('npx', '--yes', '--prefer-offline', 'pnpm@12.21.0', '--recursive', 'publish', ...own, ...process.argv.slice(2));
  } catch {
    end('The release stopped before its end. Run the same command again: it publishes only what the registry lacks.');
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
};

const { faults, address, distTag } = await checkGate(project, names, version);
if (faults.length > 0) end(`Nothing was published.\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
else publish(address, distTag);
