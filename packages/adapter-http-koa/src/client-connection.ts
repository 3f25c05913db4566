import type { IncomingMessage } from 'node:http';
import type { ApiKeyId } from '@animal-store/access';

/** What the server of a connection learns from the requests on it. */
export interface ClientConnection {
  /** A request with a valid API key has arrived, and the rate limit of the key has admitted it. */
  readonly accept: (key: ApiKeyId) => void;
  /** The credential of a request was checked and is not valid (any more). */
  readonly reject: () => void;
  /**
   * Counts a response of so many bytes that needs no key. Returns a promise if it must wait until other clients have
   * read theirs; the connection then closes after its last request so far.
   */
  readonly waitToSend: (bytes: number) => Promise<void> | undefined;
}

/**
 * The same, of all requests on a connection: one object for each connection. An object for each request would be kept until
 * the next full garbage collection.
 */
export interface TrackedConnection extends Omit<ClientConnection, 'accept'> {
  readonly accept: (request: IncomingMessage, key: ApiKeyId) => void;
}

/** A request of a server that tracks its connections. */
export interface TrackedRequest extends IncomingMessage {
  clientConnection?: TrackedConnection | undefined;
}
