/**
 * What the service is for, start to end, against the running one: a page is written, published and visited; whoever sends its form
 * enters a flow; and a blast carries an email to the people of a file, some of whom read it. It can be run again and again.
 *
 *   npm run demo
 *
 * BASE_URL says where the service runs, BIVOUAC_API_KEY in which workspace to work. Without a key one is made by the
 * command line in the workspace "Demo", for which DATA_DIR or DATABASE_URL have to be those of the service.
 */
import { ApiError, ConnectionError, PollTimeoutError, WorkFailedError } from '../src/client/index.ts';
import { ConfigError, readConfig } from '../src/config.ts';
import { tellStory } from './demo/story.ts';
import { DemoError, heading } from './demo/terminal.ts';

try {
  const began = performance.now();
  const config = readConfig(process.env);
  const { report } = await tellStory(config);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`\n${report}\n\nEverything took ${seconds} s. The messages are in the mailbox: ${heading(`${config.baseUrl}/mailbox`)}`);
} catch (error) {
  console.error(isForPeople(error) ? `\n${error.message}` : error);
  process.exitCode = 1;
}

/** What the demo, the configuration and the client throw says what to do about it. */
function isForPeople(error: unknown): error is Error {
  return [DemoError, ConfigError, ApiError, ConnectionError, WorkFailedError, PollTimeoutError].some((kind) => error instanceof kind);
}
