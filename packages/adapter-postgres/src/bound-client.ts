import { Client, type ClientConfig } from 'pg';
import { unusable } from './errors.ts';

/**
 * A client of the driver for `channel_binding=require`: it closes the connection unless the server proves by SCRAM, over this
 * very connection, that it knows the password. The driver itself (pg 8.23) only does that if the server offers it.
 */
export class BoundClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const none = unusable('channel binding is required, and the server offers none');
    const need = (isFine: boolean): void => {
      if (!isFine) this.connection.stream.destroy(none);
    };
    let isProven = false;
    // The driver listens later, so it has not yet sent a password when these listeners run.
    this.connection.on('authenticationSASL', ({ mechanisms }) => need(mechanisms.includes('SCRAM-SHA-256-PLUS')));
    this.connection.on('authenticationSASLFinal', () => {
      isProven = true;
    });
    for (const kind of ['CleartextPassword', 'MD5Password', 'Ok'])
      this.connection.on(`authentication${kind}`, () => need(isProven));
  }
}
