/** The results of the reference's search, and their order. The ranking is the script that browsers run. */
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findInReference, prepareEntry } from '../../scripts/reference/browser/find.js';
import { GUIDES, readGuide, slugOfHeading } from '../../scripts/reference/guides.ts';
import { type Place, sectionPlace, slugOf } from '../../scripts/reference/places.ts';
import { prose } from '../../scripts/reference/prose.ts';
import { type Entry, searchIndex } from '../../scripts/reference/search-index.ts';
import { STATUS } from '../../src/http/errors.ts';
import { isAtLength } from '../support/at-length.ts';
import { document, operations } from '../support/client.ts';

const text =
  '# Your first blast\n\nWrite an *email*.\n\n## Who gets it\n\nThe [marmots](#x) do.\n\n```sh\n## no heading\n```\n\n### Except for them\n\nBadgers do not.\n';
const guide = document.info.description ?? '';
const addressOf = ({ page, anchor }: Place) => `/docs${page && `/${page}`}${anchor && `#${anchor}`}`;
const guides = GUIDES.map((slug) => {
  const { title, markdown } = readGuide(document, slug, addressOf);
  return { slug, title, ...prose(markdown, slugOfHeading) };
});
const pages = [
  { slug: '', title: 'Guide', ...prose(guide, (heading) => sectionPlace(heading).anchor) },
  { slug: 'first-blast', title: 'Your first blast', ...prose(text, slugOf) },
  ...guides,
];
const index = searchIndex(document, addressOf, pages);
const prepared = index.entries.map(prepareEntry);
const find = (query: string) => findInReference(prepared, query);
const first = (query: string) => find(query)[0]?.hits[0];
const names = (query: string, kind: string) =>
  find(query)
    .find((group) => group.kind === kind)
    ?.hits.map(({ name }) => name) ?? [];

describe('the index', () => {
  const ofKind = (kind: Entry['kind']) => index.entries.filter((entry) => entry.kind === kind);

  it('has every operation, type of event and error code, and the guide', () => {
    expect(ofKind('operation').map(({ name }) => name)).toEqual(operations.map(({ operationId }) => operationId));
    expect(ofKind('event').map(({ name }) => name)).toEqual(Object.keys(document.webhooks ?? {}));
    expect(new Set(ofKind('error').map(({ name }) => name))).toEqual(new Set(Object.keys(STATUS)));
    expect(ofKind('section').map(({ name }) => name)).toEqual(expect.arrayContaining(['Pagination', 'Rule trees', 'Your first blast']));
  });

  it('has fields with what they are for, the operations that take them first', () => {
    const [field] = index.entries.filter((entry) => entry.kind === 'field' && entry.name === 'custom_fields');
    expect(field).toMatchObject({
      href: '/docs/contacts#createContacts',
      text: expect.stringMatching(/^Values of the workspace's custom fields/),
    });
    const takers = (field as { operations: number[] }).operations.map((at) => index.entries[at]?.name);
    expect(takers).toEqual(expect.arrayContaining(['createContacts', 'upsertContacts', 'getContact']));
    expect(takers.indexOf('upsertContacts')).toBeLessThan(takers.indexOf('getContact'));
  });

  it('has with each error code the operations that may answer with it', () => {
    const answering = (code: string) =>
      index.entries
        .flatMap((entry) => (entry.kind === 'error' && entry.name === code ? entry.operations : []))
        .map((at) => index.entries[at]?.name);
    expect(answering('unauthorized')).toHaveLength(operations.length);
    expect(answering('contact_list_name_exists')).toEqual(['createContactList', 'updateContactList']);
    expect(answering('headers_too_large')).toEqual([]);
  });

  it('names the page and the section that a section is a part of', () => {
    const within = (one: string) => ofKind('section').filter(({ name }) => name === one);
    expect(within('Pagination')[0]).not.toHaveProperty('within');
    expect(within('Receiving webhooks')).toMatchObject([{ within: 'Flows', href: '/docs#section/Receiving-webhooks' }]);
    expect(within('Who gets it')).toMatchObject([{ within: 'Your first blast', text: 'The marmots do. no heading' }]);
    expect(within('Except for them')).toMatchObject([
      { within: 'Your first blast, Who gets it', href: '/docs/first-blast#except-for-them' },
    ]);
  });

  it('leads nowhere that is not a place of the reference', () => {
    for (const { href } of index.entries) expect(href).toMatch(/^\/docs(\/[a-z-]+)?(#\S+)?$/);
  });

  it('holds plain words', () => {
    for (const { name, text } of index.entries) expect(`${name} ${text}`).not.toMatch(/\]\(|<\/|^#|```|\s{2}/);
  });

  it.runIf(isAtLength)('is small enough to be fetched while somebody begins to type', () => {
    // As the service compresses it.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    expect(brotliCompressSync(JSON.stringify(index), { params }).length).toBeLessThan(160_000);
  });
});

describe('a search', () => {
  it.each([
    ['not_found', 'error', 'not_found'],
    ['`not_found`', 'error', 'not_found'],
    ['custom_fields', 'field', 'custom_fields'],
    ['items.0.custom_fields', 'field', 'custom_fields'],
    ['upsertContacts', 'operation', 'upsertContacts'],
    ['upsertcontacts', 'operation', 'upsertContacts'],
    ['/contacts/{id}', 'operation', 'getContact'],
    ['/v1/contacts/01936d2e-7a10-7c3e-8f4b-2d6a9c1e5b70', 'operation', 'getContact'],
    ['http://localhost:3000/v1/contacts/upsert?x=1', 'operation', 'upsertContacts'],
    ['delete /contacts/{contactId}', 'operation', 'deleteContact'],
    ['idempotency-key', 'field', 'Idempotency-Key'],
    ['idempotency', 'section', 'Idempotency'],
    ['pagination', 'section', 'Pagination'],
    ['marmots', 'section', 'Who gets it'],
    ['badgers', 'section', 'Except for them'],
    ['webhook signature', 'section', 'Events and webhooks'],
    ['unsubscribe link', 'section', 'Consent'],
    ['who gets it', 'section', 'Who gets it'],
    ['custom fields', 'operation', 'listContactFields'],
    ['your first blast', 'section', 'Your first blast'],
    ['rate_lim', 'error', 'rate_limited'],
    ['rate limit', 'error', 'rate_limited'],
    ['smtp', 'section', 'The mail server (SMTP)'],
    ['gdpr', 'section', 'Personal data'],
    ['cors', 'error', 'foreign_origin'],
    ['upload image', 'operation', 'uploadNewTentAssets'],
    ['systemd', 'section', 'With systemd'],
    ['schedule blast', 'operation', 'scheduleEmailBlast'],
    ['email', 'operation', 'createEmail'],
    ['email.bounced', 'event', 'email.bounced'],
    ['`list.member_added`', 'event', 'list.member_added'],
  ])('for %s finds the %s %s first', (query, kind, name) => {
    expect(first(query)).toMatchObject({ kind, name });
  });

  it('puts what is found as a whole word before what it is only a part of, and fields of that name last', () => {
    expect(names('cors', 'section')).toEqual(expect.arrayContaining(['Browsers', 'Pages of other origins']));
    expect(find('cors').flatMap(({ hits }) => hits.map(({ name }) => name))).not.toContain('service_score');
    for (const query of ['email', 'status', 'name', 'contact', 'domain', 'tag'])
      expect(
        find(query).findIndex(({ kind }) => kind === 'field'),
        query,
      ).toBe(find(query).length - 1);
  });

  it('wants every word, wherever it stands', () => {
    expect(first('create email template')).toMatchObject({ name: 'createEmailTemplate' });
    expect(first('pause flow')).toMatchObject({ name: 'pauseEmailFlow' });
    expect(find('pause flow xylophone')).toEqual([]);
  });

  it('finds values and statuses, and the plural by the singular', () => {
    expect(names('send_webhook', 'field')).toContain('type');
    expect(names('413', 'error')).toContain('payload_too_large');
    expect(names('webhooks', 'section')).toContain('Receiving webhooks');
  });

  it('takes a slip of the fingers in a name where there is nothing else, and says so', () => {
    const near = (query: string) => find(query).flatMap(({ isNear, hits }) => (isNear ? hits.map(({ name }) => name) : []));
    // Left out, put in, mistaken, changed places.
    for (const query of ['suppresion', 'suppresssion', 'suppression'.replace('n', 'm'), 'suppression'.replace('io', 'oi')])
      expect(near(query), query).toContain('addSuppressions');
    expect(near('add suppresion')[0]).toBe('addSuppressions');
    expect(near('not_fuond')).toEqual(['not_found']);
    expect(near('suppression')).toEqual([]);
    // Two are another word.
    expect(near('supresion')).toEqual([]);
  });

  it('puts exact names before beginnings, and beginnings before words within', () => {
    expect(names('email', 'field')[0]).toBe('email');
    const found = names('email', 'field').map((name) => (name === 'email' ? 0 : name.startsWith('email') ? 1 : 2));
    expect(found).toEqual([...found].sort());
  });

  it('shows a few of each kind and counts the others', () => {
    for (const { hits, more, kind } of find('contact')) {
      expect(hits.length, kind).toBeLessThanOrEqual(8);
      if (kind === 'operation') expect(more).toBeGreaterThan(0);
    }
  });

  it('of nothing finds nothing', () => {
    for (const query of ['', '   ', 'qqqq', '____', '.', '/nowhere/at/all']) expect(find(query), query).toEqual([]);
  });
});
