/** Domains of a workspace's own at which its pages are served. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import {
  addPageDomain,
  listPageDomains,
  removePageDomain,
  slugBelow,
  verifyPageDomain,
} from '../../src/tents/pages/page-domains.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { runCommand } from '../support/cli.ts';
import { startDns } from '../support/dns.ts';
import { type AskPage, asking, givenPage } from '../support/pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

const NOW = new Date('2026-04-14T10:00:00.000Z');
const OURS = ['pages.example:3001', 'api.example'];

let service: TestService;
let get: AskPage;
beforeAll(async () => {
  service = await startTestService();
  get = asking(service);
});
afterAll(() => service.stop());

const add = (domain: string, verified = false, workspaceId = service.id) =>
  addPageDomain({ db: service.db, workspaceId, now: NOW }, { domain, verified }, OURS);

describe('adding', () => {
  it('keeps a token, once, and proves nothing', async () => {
    const added = await add(' Fjord.Example. ');
    expect(added).toMatchObject({ domain: 'fjord.example', verifiedAt: null, createdAt: NOW });
    expect(added.verificationToken).toMatch(/^bivouac-verification=[0-9a-f]{32}$/);
    expect(await add('fjord.example')).toEqual(added);
    expect((await add('größe.example')).domain).toBe('xn--gre-6ka8i.example');
    expect((await get('/', { host: 'fjord.example' })).text).not.toContain('home page');
  });

  it.each([
    'localhost',
    '192.0.2.1',
    '1.2.3.44',
    '[::1]',
    'a b.example',
    'fjord.example/x',
    'fjord.example:80',
    '*.example.com',
    '-x.example',
    '',
  ])('takes no %j', async (domain) => {
    await expect(add(domain)).rejects.toThrow('is not a domain name.');
  });

  it.each(['pages.example', 'maya.pages.example', 'a.b.pages.example', 'PAGES.example.', 'api.example', 'x.api.example'])(
    'takes no %s, which is ours',
    async (domain) => {
      await expect(add(domain, true)).rejects.toThrow("is the service's own.");
    },
  );

  it('takes none that another workspace has verified', async () => {
    await add('taken.example', true);
    const other = await service.workspace();
    await expect(add('taken.example', true, other.id)).rejects.toThrow(
      "The domain taken.example is another workspace's; remove it there first.",
    );
    await removePageDomain({ db: service.db, workspaceId: service.id }, 'taken.example');
    expect((await add('taken.example', false, other.id)).workspaceId).toBe(other.id);
    await expect(add('nobody.example', false, newId())).rejects.toThrow('There is no workspace with this id.');
  });
});

test.runIf(isAtLength)('pages are served at a domain from when it is verified until it is removed', async () => {
  await givenPage({ db: service.db, workspaceId: service.id }, { path: 'spring' });
  const shown = async () => [
    (await get('/spring', { host: 'Own.Example.:443' })).status,
    (await get('/.well-known/bivouac/domain?domain=own.example', { host: '127.0.0.1' })).status,
  ];
  const domain = { workspaceId: service.id, domain: 'own.example' };
  const { verificationToken } = await add('own.example');
  expect(await shown()).toEqual([404, 404]);
  const verify = (token: string) =>
    verifyPageDomain({ db: service.db, ...domain, now: NOW }, domain.domain, async (name) =>
      name === '_bivouac-pages.own.example' ? [[token]] : [],
    );
  await expect(verify('bivouac-verification=other')).rejects.toThrow('The TXT record at _bivouac-pages.own.example does not hold');
  expect(await shown()).toEqual([404, 404]);
  await verify(verificationToken);
  await expect.poll(shown).toEqual([200, 200]);
  expect(
    (await listPageDomains({ db: service.db, workspaceId: service.id })).find(({ domain }) => domain === 'own.example')?.verifiedAt,
  ).toEqual(NOW);
  // Still at its own host, and at no other.
  expect((await get('/spring')).status).toBe(200);
  expect((await get('/spring', { host: 'www.own.example' })).status).toBe(404);
  await removePageDomain({ db: service.db, ...domain }, domain.domain);
  await expect.poll(shown).toEqual([404, 404]);
  await expect(removePageDomain({ db: service.db, ...domain }, domain.domain)).rejects.toThrow(
    'The domain own.example is not known here; add it first.',
  );
  await expect(verify(verificationToken)).rejects.toThrow('is not known here');
});

test('hosts of workspaces get certificates too', async () => {
  const check = async (domain: string) => (await get(`/.well-known/bivouac/domain?domain=${domain}`, { host: 'localhost' })).status;
  expect(await check(`${service.slug}.localhost`)).toBe(200);
  for (const domain of ['nobody.localhost', 'localhost', `x.${service.slug}.localhost`, ''])
    expect([domain, await check(domain)]).toEqual([domain, 404]);
});

test.runIf(isAtLength)('the command line says what to put into the DNS, and finds it there', async () => {
  const dns = await startDns();
  onTestFinished(() => dns.close());
  const cli = async (...args: string[]) => {
    const environment = {
      DATABASE_URL: service.service.config.databaseUrl as string,
      PUBLISHED_HOST: 'pages.example:8443',
      BASE_URL: 'https://api.example',
      DNS_SERVERS: dns.address,
    };
    const { stdout, stderr } = await runCommand(environment, ...args, '--workspace', service.id, '--json');
    return stdout ? JSON.parse(stdout) : stderr.trim();
  };
  const added = await cli('pages-domains', 'add', '--domain', 'cli.example');
  expect(added).toEqual({
    workspace_id: service.id,
    domain: 'cli.example',
    verified_at: null,
    txt_name: '_bivouac-pages.cli.example',
    txt_value: expect.stringMatching(/^bivouac-verification=/),
    cname_value: `${service.slug}.pages.example`,
  });
  const verify = () => cli('pages-domains', 'verify', '--domain', 'cli.example');
  expect(await verify()).toBe('No TXT record was found at _bivouac-pages.cli.example.');
  dns.zone[added.txt_name] = [{ type: 'TXT', data: added.txt_value }];
  expect(await verify()).toMatchObject({ verified_at: expect.any(String) });
  expect(await cli('pages-domains', 'add', '--domain', 'x.pages.example')).toContain("is the service's own");
  expect(await cli('pages-domains', 'add', '--domain', 'own.cli.example', '--verified')).toMatchObject({ verified_at: expect.any(String) });
  expect((await cli('pages-domains', 'list')).map(({ domain }: { domain: string }) => domain)).toContain('cli.example');
  expect(await cli('pages-domains', 'remove', '--domain', 'cli.example')).toEqual({
    workspace_id: service.id,
    domain: 'cli.example',
    removed: true,
  });
});

test.each([
  ['maya.localhost', 'localhost:3001', 'maya'],
  ['maya.pages.example', 'Pages.Example.', 'maya'],
  ['maya.localhost', 'localhost', 'maya'],
  ['localhost', 'localhost:3001', undefined],
  ['a.b.localhost', 'localhost:3001', undefined],
  ['mayalocalhost', 'localhost', undefined],
  ['maya.localhost.example', 'localhost', undefined],
])('%s below %s is %s', (host, publishedHost, slug) => {
  expect(slugBelow(host, publishedHost)).toBe(slug);
});
