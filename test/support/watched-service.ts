/** The service as `src/main.ts` runs it; `WATCH_PORT` serves the longest stretches of its event loop, in processor time. */
import { createServer } from 'node:http';

const EVERY_MS = 2;

let longest = 0;
let before = process.threadCpuUsage();
function look(): void {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  longest = Math.max(longest, (user + system) / 1_000);
}
setInterval(look, EVERY_MS).unref();

createServer((_request, response) => {
  look();
  // A connection that is kept may end at the moment of the next question.
  response.setHeader('Connection', 'close');
  response.end(JSON.stringify({ longest, residentMb: process.resourceUsage().maxRSS / 1_024 }));
  longest = 0;
})
  .listen(Number(process.env.WATCH_PORT), '127.0.0.1')
  .unref();

await import('../../src/main.ts');
