import { describeCommandLine } from './start-stop/command-line.ts';
import { describeConfiguration } from './start-stop/configuration.ts';
import { describeLog } from './start-stop/log.ts';
import { describeStop } from './start-stop/stop.ts';

describeCommandLine();
describeConfiguration();
describeLog();
describeStop();
