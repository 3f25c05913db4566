import { openPostgres as openNew } from './src/index.ts';
import { openPostgres as openOld } from '/work/w-durable-old/packages/adapter-postgres/src/index.ts';
import * as domain from '@animal-store/domain';
const [, , uri, label] = process.argv;
const right = (e: any) => { if (e._tag === 'Left') throw new Error(JSON.stringify(e.left, (_, v) => v?.message ?? v)); return e.right; };
const stores: any = { old: right(await openOld(uri!)()), new: right(await openNew(uri!)()) };
const pet = { name: 'Rex', categoryId: 1n } as any;
let k = 0; const run = Date.now();
const idem = (n: string) => ({ scope: 'aaaaaaaa', key: n }) as any;
for (let i = 0; i < 64; i++) right(await stores.new.pets.add(pet, idem(`r${i}`))());
const kinds: any = {
  create: (s: any) => s.pets.add(pet)(),
  'create with key': (s: any) => s.pets.add(pet, idem(`${run}-${k++}`))(),
  replay: (s: any) => s.pets.add(pet, idem(`r${k++ % 64}`))(),
};
const window = async (op: any, s: any, ms: number) => {
  const end = performance.now() + ms; let n = 0; const t = performance.now();
  await Promise.all(Array.from({ length: 16 }, async () => { while (performance.now() < end) { right(await op(s)); n++; } }));
  return (n / (performance.now() - t)) * 1000;
};
const median = (xs: number[]) => xs.toSorted((a, b) => a - b)[xs.length >> 1]!;
for (const [name, op] of Object.entries(kinds)) {
  for (const s of Object.values(stores)) await window(op, s, 500);
  const rates: any = { old: [], new: [] };
  for (let r = 0; r < 24; r++) for (const w of r % 2 ? ['old', 'new'] : ['new', 'old']) rates[w].push(await window(op, stores[w], 300));
  const ratios = rates.new.map((x: number, i: number) => x / rates.old[i]);
  console.log(label, name, 'old', Math.round(median(rates.old)), 'new', Math.round(median(rates.new)), 'ratio', median(ratios).toFixed(2));
}
for (const s of Object.values(stores) as any[]) await s.close();
