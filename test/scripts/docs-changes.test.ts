/** The changelog in the reference, and its feed. */
import { readFileSync } from 'node:fs';
import { parseFeed } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { changesFeed, readChangelog, versionsOf } from '../../scripts/reference/changes.ts';
import type { Place } from '../../scripts/reference/places.ts';
import { document } from '../support/client.ts';

const hrefOf = ({ page, anchor }: Place) => `https://api.test/docs${page && `/${page}`}#${anchor}`;
const changelog = readChangelog(document, hrefOf);
const versions = versionsOf(changelog);

describe('the changelog', () => {
  it('begins with the version that this is', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect([versions[0]?.version, document.info.version]).toEqual([version, version]);
  });

  it('says of each version when it was, the newest first', () => {
    for (const { version, date, markdown } of versions) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(new Date(`${date}T00:00:00Z`).toJSON(), version).toBe(`${date}T00:00:00.000Z`);
      expect(markdown.length, version).toBeGreaterThan(100);
    }
    const dates = versions.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it('links what the reference has, and nothing that is in the repository alone', () => {
    const links = [...changelog.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);
    expect(links).toContain('https://api.test/docs#section/Flows');
    for (const link of links) expect(link).toMatch(/^https:\/\/api\.test\/docs/);
    expect(changelog).toMatch(/at `\/hooks\/…`; see the \[guide\]\(https:\/\/api\.test\/docs\/deliverability/);
  });
});

describe('the feed', () => {
  const feed = (of = versions) => changesFeed(of, { self: 'https://api.test/docs/changes.atom', page: 'https://api.test/docs/changes' });
  const read = (text: string) => parseFeed(text, { xmlMode: true });

  it('has every version, with a link to it and its words as HTML', () => {
    const parsed = read(feed());
    expect(parsed).toMatchObject({ type: 'atom', title: 'Changes to the Bivouac API', updated: new Date(`${versions[0]?.date}`) });
    expect(parsed?.items.map(({ title, link, pubDate }) => [title, link, pubDate])).toEqual(
      versions.map(({ version, date }) => [`Bivouac API ${version}`, `https://api.test/docs/changes#v${version}`, new Date(`${date}`)]),
    );
    const first = parsed?.items.find(({ title }) => title === 'Bivouac API 1.0.0');
    expect(first?.description).toMatch(/^<p>Flows are there/);
    expect(parsed?.items.at(-1)?.description).toContain('<h3>Added</h3>');
  });

  it('knows an entry again wherever and whenever it is read', () => {
    const ids = (text: string) => read(text)?.items.map(({ id }) => id);
    expect(new Set(ids(feed())).size).toBe(versions.length);
    expect(ids(feed())?.at(-1)).toBe('urn:uuid:26f86026-e235-5dbd-8248-3e54daa7b0b4');
    expect(ids(feed([{ version: '9.0.0', date: '2030-01-01', markdown: 'More.' }, ...versions]))?.slice(1)).toEqual(ids(feed()));
  });

  it('leaves out a version whose date nobody knows, and makes none up', () => {
    const [first, ...others] = versions;
    const undated = { version: '0.0.1', date: undefined, markdown: 'Before.' };
    expect(feed([...others, undated])).toBe(feed(others));
    expect(first && feed([undated, first])).toBe(first && feed([first]));
    expect(() => feed([undated])).toThrow('No version');
  });

  it('holds any text', () => {
    const text = feed([{ version: '1.0.0', date: '2026-01-01', markdown: '`<b>` & "]]>" \'x\'' }]);
    expect(text).toContain('&lt;p&gt;&lt;code&gt;&amp;lt;b&amp;gt;&lt;/code&gt; &amp;amp; ');
  });
});
