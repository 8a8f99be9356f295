import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import packageJson from '../package.json' with { type: 'json' };
import { readConfig } from './config.ts';
import { buildWhenStale } from './http/docs/built.ts';
import { openLog, standardOutput } from './platform/log.ts';
import { database, greeting } from './process/greeting.ts';
import { HELP, wantsHelp } from './process/help.ts';
import { writeKey } from './process/key-file.ts';
import { mailboxKeyFor } from './process/mailbox-key.ts';
import { progressOn } from './process/progress.ts';
import { onSignals } from './process/signals.ts';
import { startService } from './service.ts';
import { explain } from './shared/start-error.ts';

const stopping = new AbortController();
const forcing = new AbortController();
onSignals(
  (signal) => stopping.abort(signal),
  () => forcing.abort(),
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
  let keyFile: string | undefined;
  const service = await startService(config, {
    log,
    stopSignal: stopping.signal,
    forceSignal: forcing.signal,
    onStep: progress.step,
    // Keys in a pipe end up in journals and container logs; only a terminal forgets them.
    onWelcome: async ({ apiKey }) => {
      if (!process.stderr.isTTY) keyFile = await writeKey(config.dataDir, apiKey);
    },
  });
  progress.done();
  const { port, pagesPort, config: started } = service;
  const about = {
    version: packageJson.version,
    role: started.role,
    works_on: started.works,
    port,
    pages_port: pagesPort,
    database: database(started),
  };
  log.info(about, 'ready');
  process.stderr.write(greeting({ ...service, keyFile, mailboxKey: await mailboxKeyFor(started) }));
  if (config.role !== 'worker') void buildWhenStale(service.log);
  // Node writes its compile cache at exit; after a kill, the next start would compile again.
  flushCompileCache();
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  service.log.info({ signal: stopping.signal.reason }, 'stopping');
  const whole = await service.stop();
  service.log.info({ whole }, 'stopped');
  process.exit(whole ? 0 : 1);
} catch (error) {
  progress.done();
  // A stop during the start needs no explanation.
  const stopped = stopping.signal.aborted && error === stopping.signal.reason;
  if (!stopped) console.error(explain(error));
  process.exit(stopped ? 0 : 1);
}
