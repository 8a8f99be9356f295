import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { readConfig } from './config.ts';
import { greeting } from './process/greeting.ts';
import { onSignals } from './process/signals.ts';
import { explain } from './process/start-errors.ts';
import { startService } from './service.ts';

const told = new AbortController();
const hurried = new AbortController();
onSignals(
  (signal) => told.abort(signal),
  () => hurried.abort(),
);

try {
  const onTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  const service = await startService(readConfig(process.env, { onTerminal }), { told: told.signal, hurried: hurried.signal });
  process.stderr.write(greeting(service));
  // Node keeps what it compiled when a process ends; one that is killed would leave its successor to compile again.
  flushCompileCache();
  if (!told.signal.aborted) await once(told.signal, 'abort');
  service.log.info({ signal: told.signal.reason }, 'stopping');
  const whole = await service.stop();
  service.log.info({ whole }, 'stopped');
  process.exit(whole ? 0 : 1);
} catch (error) {
  // Whoever stopped it while it started knows why.
  const stopped = told.signal.aborted && error === told.signal.reason;
  if (!stopped) console.error(explain(error));
  process.exit(stopped ? 0 : 1);
}
