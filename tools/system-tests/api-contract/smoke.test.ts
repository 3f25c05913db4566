import { join } from 'node:path';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { testSmoke } from './test-smoke.ts';

testSmoke(() => ({ SQLITE_FILE: join(temporaryFolder(), 'animals.db') }));
