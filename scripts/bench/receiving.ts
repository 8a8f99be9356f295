/** An endpoint of a workspace, and the server behind it, which takes everything. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import createClient from 'openapi-fetch';
import type { paths } from '../../generated/api.d.ts';
import { must } from './mailing.ts';

type EventTypes = NonNullable<paths['/v1/webhook-endpoints']['post']['requestBody']>['content']['application/json']['event_types'];

/** Starts the server in a process of its own. */
export async function startServer(): Promise<{ url: string; received(): Promise<number>; stop(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('receiver.ts', import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${Number(line.toString())}`;
  return { url, received: async () => Number(await (await fetch(url)).text()), stop: () => void child.kill() };
}

export interface Receiver {
  /** Takes the events of these types from now on. */
  listen(event_types: EventTypes): Promise<void>;
  /** Waits until so many events have come since then, and takes no more. */
  finish(count: number): Promise<void>;
  stop(): void;
}

export async function startReceiver({ port, apiKey }: { port: number; apiKey: string }): Promise<Receiver> {
  const api = createClient<paths>({ baseUrl: `http://127.0.0.1:${port}`, headers: { authorization: `Bearer ${apiKey}` } });
  const server = await startServer();
  let endpoint_id: string | undefined;
  let before = 0;
  return {
    async listen(event_types) {
      before = await server.received();
      ({ endpoint_id } = await must(api.POST('/v1/webhook-endpoints', { body: { url: server.url, event_types } })));
    },
    async finish(count) {
      while ((await server.received()) < before + count) await delay(50);
      await must(
        api.PATCH('/v1/webhook-endpoints/{endpoint_id}', {
          params: { path: { endpoint_id: endpoint_id as string } },
          body: { status: 'disabled' },
        }),
      );
    },
    stop: server.stop,
  };
}
