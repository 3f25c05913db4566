import { type Law, lawsOn } from './core/law.ts';
import { watched } from './core/watched.ts';
import type { CrashFixture } from './fixtures.ts';
import { crashLaws } from './laws/crashes.ts';

const watchedServer = (fixture: CrashFixture): CrashFixture => ({
  ...fixture,
  open: async () => {
    const { repository, close } = await fixture.open();
    return { repository: { pets: watched(repository.pets), apiKeys: watched(repository.apiKeys) }, close };
  },
});

/** Every law of a store on a server whose acknowledged data outlive a crash of the server. */
export const crashContract: readonly Law<CrashFixture>[] = lawsOn(watchedServer, crashLaws);
