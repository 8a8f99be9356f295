/** A flow as people see it drawn, in a real browser. The pictures in test-results/screens are there to be looked at. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { approvedEmail, must } from '../support/blast.ts';
import { accessibilityProblems, openBrowserAndService, openPage, overflows, photograph, viewsAt } from '../support/browser.ts';

/** A front end with two names, and so two origins. */
const app = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>'));
const appPort = await listen(app, 0, '127.0.0.1');
afterAll(() => void app.close());

const { browser, service } = await openBrowserAndService({ CORS_ORIGINS: `http://localhost:${appPort}` });

const LONG = 'A name that goes on and on, as long as a label may be, WITHOUTANYBLANKINTHEMIDDLEOFIT, 日本語のとても長い名前です 🏔️🏕️';

describe('a flow that is drawn', () => {
  let url: string;
  beforeAll(async () => {
    const { api } = service;
    const email_id = await approvedEmail(api);
    const { list_id } = await must(api.POST('/v1/contact-lists', { body: { name: 'Hut guests', kind: 'static' } }));
    const opened = { kind: 'condition', source: 'email_step', nodeId: 'welcome', metric: 'opened', operator: 'occurred' } as const;
    const { flow_id: flowId } = await must(
      api.POST('/v1/email-flows', {
        body: {
          name: 'Trail club welcome',
          triggers: [
            { type: 'added_to_static_list', list_id },
            { type: 'contact_updated', field: 'city', operator: 'equals', value: 'Oslo' },
          ],
          steps: [
            { step_id: 'welcome', type: 'send_email', label: 'Say welcome', email_id, next_step_id: 'two_days' },
            { step_id: 'two_days', type: 'wait', duration_amount: 2, duration_unit: 'days', next_step_id: 'opened_it' },
            {
              step_id: 'opened_it',
              type: 'condition_check',
              label: '<b>Did they open it?</b>',
              condition: opened,
              true_step_id: 'guests',
              false_step_id: 'city',
            },
            { step_id: 'guests', type: 'add_to_list', list_id },
            { step_id: 'city', type: 'update_contact', label: LONG, field: 'city', value: 'Oslo', next_step_id: 'remind' },
            { step_id: 'remind', type: 'send_email', email_id, next_step_id: 'two_days' },
          ],
        },
      }),
    );
    await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
    for (const email of ['maya@example.net', 'tomas@example.net', 'aiko@example.net']) {
      const { items } = await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email }] } }));
      const contactId = (items[0] as { contact_id: string }).contact_id;
      await must(api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } } }));
    }
    await service.drain();
    service.clock.advance({ days: 2, seconds: 5 });
    await service.drain();
    ({ drawing_url: url } = await must(api.GET('/v1/email-flows/{flowId}/graph', { params: { path: { flowId } } })));
  });

  it.each(viewsAt(1440))('at %i px, %s', async (width, scheme) => {
    const { page, foreign, errors } = await openPage(browser, width, scheme);
    await page.goto(service.url + url.slice(new URL(url).origin.length));
    expect(await page.locator('h1').textContent()).toBe('Trail club welcome');
    expect(await overflows(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    // Its boxes have room for their texts, and none lies over another.
    const { cut, boxes } = (await page.evaluate(`(() => {
      const boxes = [...document.querySelectorAll('.canvas svg.box')];
      const within = (box, { x, y, width, height }) => x >= 0 && y >= 0 && x + width <= box.width.baseVal.value && y + height <= box.height.baseVal.value;
      return {
        cut: boxes.flatMap((box) => [...box.querySelectorAll('text')].filter((text) => !within(box, text.getBBox())).map((text) => text.textContent)),
        boxes: boxes.map((box) => ['x', 'y', 'width', 'height'].map((name) => box[name].baseVal.value)),
      };
    })()`)) as { cut: string[]; boxes: [number, number, number, number][] };
    expect(cut).toEqual([]);
    expect(boxes).toHaveLength(8);
    const overlaps = boxes.filter(([x, y, w, h], i) =>
      boxes.slice(i + 1).some(([x2, y2, w2, h2]) => x < x2 + w2 && x2 < x + w && y < y2 + h2 && y2 < y + h),
    );
    expect(overlaps).toEqual([]);
    expect(await page.locator('.edge.back').count()).toBe(1);
    expect([...foreign, ...errors]).toEqual([]);
    await photograph(page, `flow-drawing-${width}-${scheme}`, { fullPage: true });
    await page.context().close();
  });

  it('says so on a page when the address does not work', async () => {
    const { page } = await openPage(browser, 390, 'dark');
    await page.goto(`${service.url}/drawings/somewhere`);
    expect(await page.locator('h1').textContent()).toBe('This address does not work');
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'flow-drawing-refused');
    await page.context().close();
  });
});

describe('a page of another origin', () => {
  /** Requests of a page's script to the API and to a signed address. */
  async function asked(origin: string): Promise<unknown> {
    const { page } = await openPage(browser, 1440);
    await page.goto(`${origin}/`);
    const answer = await page.evaluate(
      `(async () => {
        const call = async (path, body) => fetch(${JSON.stringify(service.url)} + path, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: 'Bearer ${service.apiKey}', 'content-type': 'application/json', 'idempotency-key': 'front-end' },
          body: body && JSON.stringify(body),
        });
        const response = await call('/v1/contacts/imports', { source: 'upload', file_name: 'list.csv' });
        const { upload_url } = await response.json();
        const address = ${JSON.stringify(service.url)} + new URL(upload_url).pathname + new URL(upload_url).search;
        const upload = await fetch(address, { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'email' });
        return { status: response.status, id: Boolean(response.headers.get('x-request-id')), upload: upload.status };
      })().catch((error) => error.message)`,
    );
    await page.context().close();
    return answer;
  }

  it('asks the API and sends a file where CORS_ORIGINS names it, and nowhere else', async () => {
    expect(await asked(`http://localhost:${appPort}`)).toEqual({ status: 201, id: true, upload: 204 });
    expect(await asked(`http://127.0.0.1:${appPort}`)).toBe('Failed to fetch');
  });
});
