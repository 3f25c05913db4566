import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { openDatabase } from './open-database.ts';

const openedWith = (options: string, scheme = 'mongodb') =>
  openDatabase(`${scheme}://clerk:s3cret@db.example/zoo?${options}`);

it.each([
  ['w=1', 'the option w must be majority'],
  ['W=0', 'the option w must be majority'],
  ['w=two', 'the option w must be majority'],
  ['journal=false', 'the option journal must be true'],
  ['j=false', 'the option j must be true'],
  ['readPreference=nearest', 'the option readPreference must be primary'],
  ['readpreference=secondaryPreferred&w=1', 'the option readPreference must be primary; the option w must be majority'],
  ['useBigInt64=true', 'the option useBigInt64 must be false'],
  ['tlsCAFile=a.pem', 'the option tlsCAFile has no effect without tls=true'],
  ['tls=false&tlsInsecure=true', 'the option tlsInsecure has no effect without tls=true'],
  // Of the driver.
  ['w=majority&w=majority', 'URI option "w" cannot appear more than once in the connection string'],
  ['fieldsAsRaw=name:true', 'fieldsAsRaw must be an object'],
  ['colour=red', 'option colour is not supported'],
  ['tls=1', 'tls/ssl must be either "true" or "false"'],
  ['authMechanism=MONGODB-AWS', expect.stringContaining('username and password cannot be provided')],
])('%s is refused: %s', (options, problem) => {
  const refused = openedWith(options);
  const { message = '' } = E.isLeft(refused) ? refused.left : {};
  expect(message.split(' is not valid: ')).toEqual(['The MongoDB connection string', problem]);
});

it.each([
  ['w=majority&journal=true&readPreference=primary', { writeConcern: { w: 'majority', journal: true } }],
  ['retryReads=false&retrywrites=false', { retryReads: false, retryWrites: false }],
  ['serverSelectionTimeoutMS=30000&maxPoolSize=0', { serverSelectionTimeoutMS: 30_000, maxPoolSize: 0 }],
  ['localThresholdMS=7&maxAdaptiveRetries=3', { localThresholdMS: 7, maxAdaptiveRetries: 3 }],
  ['tls=true&tlsCAFile=a.pem', { tls: true, tlsCAFile: 'a.pem' }],
  ['tlsCAFile=a.pem', { tls: true, tlsCAFile: 'a.pem' }, 'mongodb+srv'],
])('%s is the choice of the user', (options, client, scheme?: string) => {
  expect(openedWith(options, scheme)).toMatchObject({ right: { client: { options: client } } });
});
