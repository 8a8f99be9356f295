import type { AddressInfo } from 'node:net';
import { readConfig } from './config.ts';
import { greeting } from './process/greeting.ts';
import { explain } from './process/start-errors.ts';
import { type Service, startService } from './service.ts';

/** For how long a process that was told to stop may go on at the very most. */
const LAST_MS = 35_000;

// Asked to stop while it starts, it first gets to where it can stop all it started: no database is left running.
let service: Promise<Service> | undefined;
let stopping = false;
const shutDown = async (signal: string) => {
  // A second Ctrl-C means now.
  if (stopping) process.exit(1);
  stopping = true;
  setTimeout(() => process.exit(1), LAST_MS).unref();
  const started = await service?.catch(() => undefined);
  started?.log.info({ signal }, 'stopping');
  await started?.stop();
  if (started) process.exit(0);
};
process.on('SIGTERM', shutDown);
process.on('SIGINT', shutDown);

try {
  service = startService(readConfig(process.env));
  const { config, server, welcome } = await service;
  process.stderr.write(greeting({ config, port: (server?.address() as AddressInfo | undefined)?.port, welcome }));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
