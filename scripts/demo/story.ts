import { createClient } from '../../src/client/index.ts';
import type { Config } from '../../src/config.ts';
import { demoBlast } from './blast.ts';
import { followFlow, makeFlow } from './flow.ts';
import { makePage, pageReport, visitPage } from './page.ts';
import { expectReady, makeKey } from './service.ts';
import { heading, step } from './terminal.ts';

/** The addresses to look at afterwards, and the report, in lines for a terminal. */
export interface Story {
  pageUrl: string;
  drawingUrl: string;
  report: string;
}

/**
 * The whole story against the running service, step by step on stderr.
 * @throws DemoError with words for the person at the terminal, and what the client throws
 */
export async function tellStory(config: Config): Promise<Story> {
  const { baseUrl } = config;
  await expectReady(baseUrl);
  process.stderr.write(`\n${heading(`Bivouac at ${baseUrl}`)}\n\n`);
  const key =
    process.env.BIVOUAC_API_KEY ||
    (await step(
      'Making a key',
      () => makeKey(config),
      () => 'in the workspace "Demo", for an hour',
    ));
  const api = createClient({ baseUrl, apiKey: key });
  // Names are unique, and the demo may run again.
  const at = new Date().toLocaleString('sv');
  const hikes = `Ridge hikes ${at}`;

  const page = await makePage(api, hikes);
  const flowId = await makeFlow(api, hikes, page);
  const since = new Date().toISOString();
  const entering = await visitPage(page);
  const flow = await followFlow(api, baseUrl, flowId, since, entering);
  const blast = await demoBlast(api, baseUrl, `Spring newsletter ${at}`);
  const report = [await pageReport(api, page, hikes), flow.report, blast].join('\n\n');
  return { pageUrl: page.url, drawingUrl: flow.drawingUrl, report };
}
