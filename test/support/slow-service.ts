/** The service as `src/main.ts` runs it, with a generator that takes its time: up to `SLOW_MS`, for tests that kill it meanwhile. */
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { greeting } from '../../src/process/greeting.ts';
import { startService } from '../../src/service.ts';
import { draft, mail, page } from './generator.ts';

const service = await startService(readConfig(process.env), {
  generator: {
    async generate({ kind, prompt }, signal) {
      await wait(Math.random() * Number(process.env.SLOW_MS), undefined, { signal });
      return draft((kind === 'email' ? mail : page)(`<p>${prompt}</p>`));
    },
  },
});
process.stderr.write(greeting(service));
