/**
 * The purpose of the service from start to end, against a running one: a page is written, published and visited; visitors who send its
 * form enter a flow; and a blast sends an email to the people of a file, and some read it. You can run it repeatedly.
 *
 *   npm run demo
 *
 * BASE_URL is the address of the service, BIVOUAC_API_KEY the key of the workspace. Without a key, the command line makes one
 * in the workspace "Demo"; this needs the DATA_DIR or DATABASE_URL of the service.
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

/** Errors of the demo, the configuration and the client, whose messages say what to do. */
function isForPeople(error: unknown): error is Error {
  return [DemoError, ConfigError, ApiError, ConnectionError, WorkFailedError, PollTimeoutError].some((kind) => error instanceof kind);
}
