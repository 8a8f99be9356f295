/** Former addresses of pages, and redirects of a workspace's own. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { page } from '../support/generator.ts';
import { outcome } from '../support/outcome.ts';
import { asking } from '../support/pages.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { giveTent } from '../support/tents.ts';

let service: TestService;
let ours: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  ours = await service.workspace();
});
afterAll(() => service.stop());

const at = (tentId: string) => ({ params: { path: { tentId } } });
const publish = (tentId: string, alias: string | null) =>
  must(ours.api.POST('/v1/tents/{tentId}/publish', { ...at(tentId), body: { custom_page_alias: alias } }));
const unpublish = (tentId: string) => must(ours.api.POST('/v1/tents/{tentId}/unpublish', at(tentId)));
const create = (path: string, target: string, more: object = {}, { api } = ours) =>
  api.POST('/v1/page-redirects', { body: { path, target, ...more } });
async function visit(path: string, { slug } = ours): Promise<[number, string?]> {
  const { status, headers } = await asking({ service: service.service, slug })(path);
  return headers.location === undefined ? [status] : [status, headers.location];
}

describe('former addresses', () => {
  test.runIf(isAtLength)('lead to the page wherever it is, and nowhere once it is down', async () => {
    const tentId = await giveTent(service, ours);
    for (const alias of ['one', 'two', 'three']) await publish(tentId, alias);
    expect(await visit('/one?a=1')).toEqual([301, '/three?a=1']);
    expect(await visit('/two')).toEqual([301, '/three']);
    await publish(tentId, 'one');
    expect([await visit('/one'), await visit('/three'), await visit('/Two/')]).toEqual([[200], [301, '/one'], [301, '/one']]);
    await publish(tentId, null);
    expect(await visit('/one')).toEqual([301, `/${tentId}`]);
    await publish(tentId, '/');
    expect(await visit('/one')).toEqual([301, '/']);
    await unpublish(tentId);
    expect([await visit('/one'), await visit('/two')]).toEqual([[404], [404]]);
    await publish(tentId, 'four');
    expect(await visit('/two')).toEqual([301, '/four']);
    await must(ours.api.DELETE('/v1/tents/{tentId}', at(tentId)));
    expect([await visit('/two'), await visit('/four')]).toEqual([[404], [404]]);
  });

  test.runIf(isAtLength)('give way to another page', async () => {
    const [first, second] = [await giveTent(service, ours), await giveTent(service, ours)];
    await publish(first, 'shared');
    await publish(first, 'moved');
    await publish(second, 'shared');
    expect(await visit('/shared')).toEqual([200]);
    await publish(second, 'elsewhere');
    expect(await visit('/shared')).toEqual([301, '/elsewhere']);
  });
});

describe('redirects of your own', () => {
  test('lead to a path or an address, and stop when they are deleted', async () => {
    const tentId = await giveTent(service, ours);
    await publish(tentId, 'spring');
    const made = await must(create('/trails/Spring.html', '/spring'));
    expect(made).toMatchObject({ path: '/trails/Spring.html', target: '/spring', status: 301 });
    await must(create('/shop', 'https://shop.example.com/a?b=1#c', { status: 302 }));
    await must(create('/', '/spring'));
    expect(await visit('/trails/Spring.html?x=1')).toEqual([301, '/spring?x=1']);
    expect(await visit('/trails/spring.html')).toEqual([404]);
    expect(await visit('/shop?x=1')).toEqual([302, 'https://shop.example.com/a?b=1&x=1#c']);
    expect(await visit('/')).toEqual([301, '/spring']);

    const one = { params: { path: { redirect_id: made.redirect_id } } };
    expect(await must(ours.api.GET('/v1/page-redirects/{redirect_id}', one))).toEqual(made);
    const listed = await must(ours.api.GET('/v1/page-redirects', { params: { query: { limit: 2 } } }));
    expect(listed.redirects.map(({ path }) => path)).toEqual(['/trails/Spring.html', '/shop']);
    const rest = await must(ours.api.GET('/v1/page-redirects', { params: { query: { limit: 2, cursor: listed.next_cursor as string } } }));
    expect(rest.redirects.map(({ path }) => path)).toEqual(['/']);
    expect(outcome(await ours.api.GET('/v1/page-redirects', { params: { query: { cursor: 'none' } } }))).toEqual([400, 'invalid_cursor']);

    expect((await ours.api.DELETE('/v1/page-redirects/{redirect_id}', one)).response.status).toBe(204);
    expect(await visit('/trails/Spring.html')).toEqual([404]);
    expect(outcome(await ours.api.DELETE('/v1/page-redirects/{redirect_id}', one))).toEqual([404, 'not_found']);
  });

  test('rest while a page is live at their path', async () => {
    const tentId = await giveTent(service, ours, page('<p>Here</p>'));
    await must(create('/here', 'https://www.example.com/'));
    expect(await visit('/here')).toEqual([301, 'https://www.example.com/']);
    await publish(tentId, 'here');
    expect(await visit('/here')).toEqual([200]);
    await unpublish(tentId);
    expect(await visit('/here')).toEqual([301, 'https://www.example.com/']);
  });

  test.runIf(isAtLength)('do not lead in a circle, even one that is closed later', async () => {
    expect(outcome(await create('/a', '/a'))).toEqual([400, 'validation_failed']);
    expect(outcome(await create('/a', `http://${ours.slug}.${service.service.config.publishedHost}/a?x`))).toEqual([
      400,
      'validation_failed',
    ]);
    await must(create('/a', '/b#c'));
    await must(create('/b', '/c?d=1'));
    expect(outcome(await create('/c', '/a'))).toEqual([400, 'validation_failed']);
    // Two requests at once do not close it together.
    const both = await Promise.all([create('/x', '/y'), create('/y', '/x')]);
    expect(both.map(({ response }) => response.status).sort()).toEqual([201, 400]);
    // A domain that is added later closes this one.
    await must(create('/later', 'https://later.example.com/later'));
    expect(await visit('/later')).toEqual([301, 'https://later.example.com/later']);
    await service.db.prisma.pageDomain.create({
      data: { workspaceId: ours.id, domain: 'later.example.com', verificationToken: 'x', verifiedAt: new Date(), createdAt: new Date() },
    });
    await expect.poll(() => visit('/later')).toEqual([404]);
  });

  test.each([
    ['/submit/x', '/spring'],
    ['/assets', '/spring'],
    ['/robots.txt', '/spring'],
    ['//example.com', '/spring'],
    ['relative', '/spring'],
    ['/a?b', '/spring'],
    ['/x', '//example.com/'],
    ['/x', '/\\example.com/'],
    ['/x', 'http://example.com/'],
    ['/x', 'javascript:alert(1)'],
    ['/x', 'https://user:secret@example.com/'],
    ['/x', 'spring'],
  ])('from %s to %s are refused', async (path, target) => {
    expect(outcome(await create(path, target))).toEqual([400, 'validation_failed']);
  });

  test('are one for a path, 500 at most, and only on the hosts of their workspace', async () => {
    const made = await must(create('/only', '/spring'));
    expect(outcome(await create('/only', '/summer'))).toEqual([409, 'conflict']);
    const other = await service.workspace();
    expect(await visit('/only', other)).toEqual([404]);
    const theirs = await other.api.GET('/v1/page-redirects/{redirect_id}', { params: { path: { redirect_id: made.redirect_id } } });
    expect(outcome(theirs)).toEqual([404, 'not_found']);
    const times = { createdAt: new Date(), updatedAt: new Date() };
    await service.db.prisma.pageRedirect.createMany({
      data: Array.from({ length: 499 }, (_, i) => ({
        workspaceId: ours.id,
        id: newId(),
        path: `/n${i}`,
        target: '/x',
        status: 301,
        ...times,
      })),
    });
    expect(outcome(await create('/another', '/spring'))).toEqual([409, 'conflict']);
  });
});
