import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { readConfig } from './config.ts';
import { drawReferenceAhead } from './http/docs.ts';
import { openLog, standardOutput } from './platform/log.ts';
import { greeting } from './process/greeting.ts';
import { HELP, wantsHelp } from './process/help.ts';
import { progressOn } from './process/progress.ts';
import { onSignals } from './process/signals.ts';
import { explain } from './process/start-errors.ts';
import { startService } from './service.ts';

const told = new AbortController();
const hurried = new AbortController();
onSignals(
  (signal) => told.abort(signal),
  () => hurried.abort(),
);

const progress = progressOn(process.stderr);
try {
  if (wantsHelp(process.argv.slice(2))) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const onTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  const config = readConfig(process.env, { onTerminal });
  const log = openLog(config.logLevel, progress.under(standardOutput()), config.logFormat);
  const service = await startService(config, { log, told: told.signal, hurried: hurried.signal, onStep: progress.step });
  progress.done();
  process.stderr.write(greeting(service));
  if (config.role !== 'worker') void drawReferenceAhead(service.log);
  // Node keeps what it compiled when a process ends; one that is killed would leave its successor to compile again.
  flushCompileCache();
  if (!told.signal.aborted) await once(told.signal, 'abort');
  service.log.info({ signal: told.signal.reason }, 'stopping');
  const whole = await service.stop();
  service.log.info({ whole }, 'stopped');
  process.exit(whole ? 0 : 1);
} catch (error) {
  progress.done();
  // Whoever stopped it while it started knows why.
  const stopped = told.signal.aborted && error === told.signal.reason;
  if (!stopped) console.error(explain(error));
  process.exit(stopped ? 0 : 1);
}
