import { createShop } from './create-shop.ts';

const shop = createShop();
console.log(await shop.listen({ port: Number(process.env['PORT'] ?? 3000) }));
process.once('SIGTERM', () => void shop.close());
