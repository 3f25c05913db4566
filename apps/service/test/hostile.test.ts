import { describe } from 'vitest';
import { describeAbandoned } from './hostile/abandoned.ts';
import { useHostileService } from './hostile/hostile-service.ts';
import { describeNoise } from './hostile/noise.ts';
import { describePipelining } from './hostile/pipelining.ts';

describe('hostile clients', () => {
  const api = useHostileService();
  describePipelining(api);
  describeAbandoned(api);
  describeNoise(api);
});
