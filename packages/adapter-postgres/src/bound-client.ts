import { Client, type ClientConfig } from 'pg';
import { unusable } from './postgres-error.ts';

/**
 * A client of the driver for `channel_binding=require`: it answers no request for a password but that of SCRAM with channel
 * binding, and uses no connection for which the server asks none. The driver alone binds only if the server offers it.
 */
export class BoundClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const { connection } = this;
    let isBound = false;
    connection.on('authenticationSASL', ({ mechanisms }: { readonly mechanisms: readonly string[] }) => {
      isBound = mechanisms.includes('SCRAM-SHA-256-PLUS');
    });
    for (const kind of ['SASL', 'CleartextPassword', 'MD5Password', 'Ok'])
      connection.on(`authentication${kind}`, () => {
        if (!isBound) connection.stream.destroy(unusable('channel binding is required, and the server offers none'));
      });
  }
}
