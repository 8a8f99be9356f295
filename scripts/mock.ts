/** `npm run mock`: every operation answers with its examples. There is no database, no list of keys, and nothing is kept. */

import { listen } from '../src/http/listen.ts';
import { createMock } from './mock/app.ts';
import { greeting } from './mock/greeting.ts';
import { openPrism } from './mock/prism.ts';

const { PORT = '4010', HOST = '127.0.0.1' } = process.env;

// No work is under way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit());

try {
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) throw new Error(`PORT must be a whole number from 0 to 65535, not "${PORT}".`);
  const server = createMock(openPrism(), console.log);
  const address = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${await listen(server, Number(PORT), HOST)}`;
  console.log(`${greeting(address)}\nCtrl-C ends it.\n`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
