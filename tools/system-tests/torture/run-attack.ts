// Runs one attack: node tools/system-tests/torture/run-attack.ts <name> <origin> <API keys, separated by commas> <seconds>
import { setPriority } from 'node:os';
import type { Attack } from './attacks/attack.ts';
import * as attacks from './attacks.ts';

const [name = '', origin = '', keys = '', seconds = '10'] = process.argv.slice(2);
const apiKeys = keys.split(',');
const [apiKey = ''] = apiKeys;
const byName: Readonly<Record<string, Attack>> = attacks;
const attack = byName[name];
if (attack === undefined) throw new Error(`The attacks are ${Object.keys(byName).join(', ')}`);

process.once('disconnect', () => process.exit());
// An attacker would have a machine of its own, so it must not take the CPU from the service and its healthy client.
setPriority(10);
const tally = await attack({ origin, apiKey, apiKeys, signal: AbortSignal.timeout(Number(seconds) * 1_000) });
process.stdout.write(`${JSON.stringify(tally)}\n`);
if (process.send === undefined) process.exit();
process.send(tally, undefined, undefined, () => process.exit());
