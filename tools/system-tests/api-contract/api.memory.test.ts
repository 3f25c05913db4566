import { startService } from '@animal-store/testkit/service';
import { describeApiContract } from './describe-api-contract.ts';

describeApiContract('from source, in memory', () => startService());
