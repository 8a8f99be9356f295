/** Pages of the library for prompts of ordinary people: everybody can read them, and their forms bring what was filled in, with a contact. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { accessibilityProblems, openBrowserAndService, openPage, overflows, photograph, viewsAt } from '../support/browser.ts';

const { browser, service } = await openBrowserAndService();

/** Twelve purposes, in nine languages. */
const IDS = [
  ...[
    'teahouse-chengdu',
    'film-society-survey',
    'gasthaus-muehle',
    'perros-espera',
    'duck-race',
    'webinaire-chanvre',
    'sign-language-course',
  ],
  ...['orchard-wedding', 'gereedschap-bieb', 'stuga-oland', 'tree-surgeon', 'veterinaria-teruel'],
];
const shown = IDS.slice(0, rounds(2, IDS.length));

interface Prompt {
  id: string;
  prompt: string;
}

const PROMPTS = ['first', 'second'].flatMap(
  (file) => parse(readFileSync(new URL(`../../scripts/bench/prompts/${file}.yaml`, import.meta.url), 'utf8')) as Prompt[],
);
const views = await Promise.all(
  viewsAt(1440).map(async ([width, scheme]) => ({ ...(await openPage(browser, width, scheme)), name: `${width}-${scheme}` })),
);
afterAll(() => Promise.all(views.map(({ page }) => page.context().close())));

async function publish(prompt: string): Promise<{ id: string; url: string }> {
  const { id } = await must(service.api.POST('/v1/tents', { body: { prompt } }));
  await service.drain();
  const params = { path: { tentId: id } };
  const { publication } = await must(service.api.POST('/v1/tents/{tentId}/publish', { params, body: { custom_page_alias: null } }));
  return { id, url: publication?.published_url as string };
}

/** The typed values, by the type of a field. */
const typed = (type: string | null, about: { email: string; phone: string; name: string }): string => {
  const values: Record<string, string> = {
    email: about.email,
    tel: about.phone,
    number: '2',
    date: '2027-05-14',
    time: '18:30',
    url: 'https://mail.example/us',
  };
  return values[type ?? ''] ?? `Answer for ${about.name}`;
};

/** Fills in every field that can be seen. Returns what is to arrive, by the names of the fields. */
async function fillIn(page: Page, visitor: { email: string; phone: string }): Promise<Record<string, string>> {
  const sent: Record<string, string> = {};
  const put = (name: string, value: string) => {
    sent[name] = sent[name] === undefined ? value : `${sent[name]}, ${value}`;
  };
  const own = async (field: Locator) => [await field.getAttribute('name'), await field.getAttribute('type')] as [string, string | null];
  for (const field of await page.locator('form :is(input, textarea, select):visible:not([tabindex="-1"])').all()) {
    const [name, type] = await own(field);
    if ((await field.locator('option').count()) > 0) {
      put(name, ((await field.locator('option').nth(1).textContent()) as string).trim());
      await field.selectOption({ index: 1 });
    } else if (type === 'radio' || type === 'checkbox') {
      if (type === 'radio' && sent[name] !== undefined) continue;
      await field.check();
      put(name, (await field.getAttribute('value')) as string);
    } else {
      const value = typed(type, { ...visitor, name });
      await field.fill(value);
      put(name, value);
    }
  }
  return sent;
}

describe.each(shown)('the page of %s', (id) => {
  it('can be read by everybody, and its form brings a contact', async () => {
    const { prompt } = PROMPTS.find((one) => one.id === id) as Prompt;
    const { id: tentId, url } = await publish(prompt);
    for (const { page, foreign, errors, name } of views) {
      await page.goto(url);
      expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
      expect([name, await overflows(page), errors, foreign.filter((address) => !new URL(address).hostname.endsWith('.localhost'))]).toEqual(
        [name, false, [], []],
      );
      if (name === '390-dark') await photograph(page, `prompted-${id}`, { fullPage: true });
    }

    const { page } = views[1] as (typeof views)[number];
    const visitor = { email: `${id}@mail.example`, phone: `+4670174${String(6_000 + IDS.indexOf(id))}` };
    const sent = await fillIn(page, visitor);
    await page.locator('form button').first().click();
    await page.waitForURL(/\/thanks/);
    const values = Object.values(sent);
    expect(values.includes(visitor.email) || values.includes(visitor.phone)).toBe(true);
    const query = values.includes(visitor.email) ? { email: visitor.email } : { phone: visitor.phone };
    const { items } = await must(service.api.GET('/v1/contacts', { params: { query } }));
    expect(items).toMatchObject([{ ...query, original_source: 'tent_form' }]);
    const params = { path: { contact_id: items[0]?.contact_id as string } };
    const timeline = await must(service.api.GET('/v1/contacts/{contact_id}/activities', { params }));
    const submission = timeline.items.find(({ type }) => type === 'form_submission');
    expect(submission?.metadata).toMatchObject({ tent_id: tentId, fields: sent });
  });
});
