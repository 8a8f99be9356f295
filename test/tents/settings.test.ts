/** The settings of a tent beside its content: code of your own, what the head of the page says, when it is live. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { page } from '../support/generator.ts';
import { outcome } from '../support/outcome.ts';
import { asking } from '../support/pages.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { giveTent } from '../support/tents.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = (tentId: string) => ({ params: { path: { tentId } } });
const publish = (tentId: string, body = {}) => must(service.api.POST('/v1/tents/{tentId}/publish', { ...at(tentId), body }));
const visit = (path: string) => asking(service)(path);

describe('code of your own', () => {
  test.runIf(isAtLength)('is the newest version, and live when it is published', async () => {
    const tentId = await giveTent(service, service);
    await publish(tentId);
    const code = page('<form><input name="email"><input type="file" name="cv"></form><script src="https://x.example/a.js"></script>');
    const saved = await must(service.api.POST('/v1/tents/{tentId}/save-code', { ...at(tentId), body: { code } }));
    expect(saved).toMatchObject({ id: tentId, version: 2 });
    expect(saved.warnings.map(({ code }) => code)).toEqual(['field_switched_off', 'script_blocked']);
    const tent = await must(service.api.GET('/v1/tents/{tentId}', at(tentId)));
    expect(tent).toMatchObject({ current_version: 2, generation: { type: 'code', status: 'completed' }, publication: { version: 1 } });
    expect((await visit(`/${tentId}`)).text).not.toContain('<form');
    await publish(tentId);
    expect((await visit(`/${tentId}`)).text).toContain(`action="/submit/${tentId}/`);
  });

  test('waits for a generation to end', async () => {
    const tentId = await giveTent(service, service);
    await must(service.api.POST('/v1/tents/{tentId}/edit', { ...at(tentId), body: { prompt: 'Add our opening hours' } }));
    const save = () => service.api.POST('/v1/tents/{tentId}/save-code', { ...at(tentId), body: { code: page('<p>Own</p>') } });
    expect(outcome(await save())).toEqual([409, 'generation_in_progress']);
    await service.drain();
    expect((await must(save())).version).toBeGreaterThan(1);
  });

  test('is refused above 2 MiB', async () => {
    const tentId = await giveTent(service, service);
    const refused = await service.api.POST('/v1/tents/{tentId}/save-code', { ...at(tentId), body: { code: 'ä'.repeat(1_100_000) } });
    expect(outcome(refused)).toEqual([400, 'validation_failed']);
  });
});

describe('the head of a page', () => {
  const patch = (tentId: string, body: object) => service.api.PATCH('/v1/tents/{tentId}', { ...at(tentId), body });
  const HEAD = { meta_title: 'A <hut> & more', meta_description: 'For "you"', noindex: true, language: 'de-AT' };
  const html =
    '<!doctype html><html lang=en><head><title>Hut</title><meta name=Description content="Old"><meta property="og:title" content="Hut"></head><body>x</body></html>';

  test.runIf(isAtLength)('changes at once on a live page, and stays with its versions and copies', async () => {
    const tentId = await giveTent(service, service, html);
    await publish(tentId, { custom_page_alias: 'head' });
    const before = (await visit('/head')).headers.etag;
    const tent = await must(patch(tentId, { ...HEAD, name: 'My hut' }));
    expect(tent).toMatchObject({ ...HEAD, name: 'My hut', publication: { version: 1, published_at: expect.any(String) } });
    const live = await visit('/head');
    expect(live.headers.etag).not.toBe(before);
    expect(live.text).toContain('<html lang="de-AT"><head><meta name="robots" content="noindex"><title>A &lt;hut&gt; &amp; more</title>');
    expect(live.text).toContain(
      '<meta name="description" content="For &quot;you&quot;"><meta property="og:title" content="A &lt;hut&gt; &amp; more">',
    );

    const copy = await must(service.api.POST('/v1/tents/{tentId}/clone', { ...at(tentId), body: {} }));
    expect(await must(service.api.GET('/v1/tents/{tentId}', at(copy.tent_id)))).toMatchObject(HEAD);
    await must(service.api.POST('/v1/tents/{tentId}/save-code', { ...at(tentId), body: { code: page('<p>New</p>') } }));
    await publish(tentId);
    expect((await visit('/head')).text).toContain('&lt;hut&gt;');

    await must(patch(tentId, { meta_title: null, meta_description: null, noindex: false, language: null }));
    expect((await visit('/head')).text).not.toMatch(/hut|noindex|de-AT/);
  });

  test('belongs to the version that is live, not to the newest', async () => {
    const tentId = await giveTent(service, service, html);
    await publish(tentId);
    await must(service.api.POST('/v1/tents/{tentId}/save-code', { ...at(tentId), body: { code: page('<p>Unpublished</p>') } }));
    await must(patch(tentId, { meta_title: 'Shown' }));
    const { text } = await visit(`/${tentId}`);
    expect(text).toContain('<title>Shown</title>');
    expect(text).not.toContain('Unpublished');
  });

  test('is changed by one of two writers with the same ETag', async () => {
    const tentId = await giveTent(service, service, html);
    const { response } = await service.api.GET('/v1/tents/{tentId}', at(tentId));
    const headers = { 'If-Match': response.headers.get('etag') as string };
    const write = (name: string) =>
      service.api.PATCH('/v1/tents/{tentId}', { params: { path: { tentId }, header: headers }, body: { name } });
    await must(write('First'));
    expect(outcome(await write('Second'))).toEqual([412, 'precondition_failed']);
  });

  test('takes one line and a language', async () => {
    const tentId = await giveTent(service, service, html);
    for (const body of [{ meta_title: 'a\nb' }, { language: 'not a language' }, { meta_title: '' }, { noindex: null }, {}])
      expect(outcome(await patch(tentId, body))).toEqual([400, 'validation_failed']);
  });
});
