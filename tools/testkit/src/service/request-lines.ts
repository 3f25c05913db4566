import { logLines, type RunningService } from './start-service.ts';

/** A log line about a request. */
export interface RequestLine {
  readonly status: number;
  readonly apiKeyId?: string;
  /** The cause of a 503. */
  readonly reason?: string;
}

/** The lines about requests under /v1 so far. `stop` writes the rest. */
export const requestLines = ({ process }: RunningService): readonly RequestLine[] =>
  logLines(process).filter(({ route }) => String(route).startsWith('/v1')) as unknown as readonly RequestLine[];
