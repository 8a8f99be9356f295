import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { verify } from '../../../src/content/generation/verify/verify.ts';
import { isHtmlDocument } from '../../../src/shared/html.ts';
import { expectCpu } from '../../support/cpu.ts';
import { compose, PROMPTS } from './commission.ts';

/** What somebody reads on a page, and what it is made of. */
function seen(html: string): { text: string; names: string[]; open: Record<string, string>[]; heads: string[] } {
  let text = '';
  const names: string[] = [];
  const open: Record<string, string>[] = [];
  const heads: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      names.push(name);
      open.push({ name, ...attributes });
      if (['style', 'title', 'svg'].includes(name)) hidden += 1;
      if (/^h[1-6]$/.test(name)) heads.push(name);
      text += ' ';
    },
    ontext(part) {
      if (hidden === 0) text += part;
    },
    onclosetag(name) {
      if (['style', 'title', 'svg'].includes(name)) hidden -= 1;
      text += ' ';
    },
  });
  parser.end(html);
  return { text: text.replace(/\s+/g, ' '), names, open, heads };
}

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('a page', () => {
  it.each(Object.entries(PROMPTS))(
    'for the prompt "%s" is a small whole document with one h1 and nothing from elsewhere',
    async (_, prompt) => {
      const { html } = await compose(prompt);
      const { names, open, heads } = seen(html);
      expect(isHtmlDocument(html)).toBe(true);
      expect(Buffer.byteLength(html)).toBeLessThan(60 * 1024);
      expect(heads.filter((name) => name === 'h1')).toHaveLength(1);
      expect(names).not.toContain('script');
      expect(names).not.toContain('link');
      for (const { src, href } of open)
        for (const address of [src, href]) expect(address ?? '#').toMatch(/^#|^https:\/\/ledgerlight\.example\/start$|^mailto:|^tel:/);
      expect(html).not.toMatch(/url\(|@import|lorem|undefined|\[object/i);
      const ids = open.flatMap(({ id }) => (id ? [id] : []));
      expect(new Set(ids).size).toBe(ids.length);
      for (const { href } of open) if (href?.startsWith('#')) expect(ids).toContain(href.slice(1));
    },
  );

  it('says each fact once, where it is seen', async () => {
    const { text } = seen((await compose(PROMPTS.sale)).html);
    for (const fact of ['30 % off tents', 'Spring sale', '12 April', 'LENZ30']) expect(count(text, fact)).toBe(1);
    const conference = seen((await compose(PROMPTS.conference)).html).text;
    for (const fact of ['14–15 October', 'Utrecht', '€240', 'soil health']) expect(count(conference, fact)).toBe(1);
    expect(conference).toMatch(/Speakers To be announced/);
  });

  it('holds every quoted phrase and every price and date that a prompt names', async () => {
    const word = fc.stringMatching(/^[A-Za-z]{3,9}$/);
    const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(
        phrase,
        phrase,
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 1, max: 28 }),
        fc.constantFrom('March', 'July', 'November'),
        async (one, other, price, day, month) => {
          const { html } = await compose(
            `A course called "${one}" in the old mill, €${price}, ${day} ${month}. Headline: "${other}". We bake ${price + 1} loaves on the day and eat them.`,
          );
          const { text } = seen(html);
          for (const part of [one, other, `€${price}`, `${day} ${month}`, `${price + 1} loaves`]) expect(text).toContain(part);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is in the language of its prompt', async () => {
    const page = (await compose(PROMPTS.waitlist)).html;
    expect(page).toContain('<html lang="de">');
    expect(seen(page).text).toMatch(/Warteliste.*Im Herbst öffnet ein Café in Leipzig.*Lieblingskuchen.*Auf die Warteliste/);
    expect((await compose(PROMPTS.pottery)).html).toMatch(/<html lang="ja">.*申し込む/s);
    expect((await compose('صفحة هبوط لمقهى جديد في بيروت، الاسم، البريد')).html).toContain('<html lang="ar" dir="rtl">');
  });

  it('has a form that posts to the page itself, with what was asked for', async () => {
    const { open, text } = seen((await compose(PROMPTS.job)).html);
    const [form] = open.filter(({ name }) => name === 'form');
    const names = open.filter(
      (element) =>
        ['input', 'textarea'].includes(element.name === 'email' ? 'input' : (element.name as string)) ||
        'autocomplete' in element ||
        element.name === 'message',
    );
    expect(form).toMatchObject({ method: 'post' });
    expect(form).not.toHaveProperty('action');
    expect(names.length).toBeGreaterThanOrEqual(4);
    expect((await compose(PROMPTS.job)).html).toMatch(/type="email" id="apply-email" name="email" autocomplete="email" required/);
    expect((await compose(PROMPTS.job)).html).toMatch(/type="tel" id="apply-phone" name="phone" autocomplete="tel" required/);
    expect((await compose(PROMPTS.job)).html).toMatch(/<textarea id="apply-message" name="message" rows/);
    expect(text).toContain('Nachricht freiwillig');
    expect((await compose('Landing page for our bakery, with a form: name, email')).html).toMatch(/<form method="post" id="contact-form"/);
  });

  it('takes the colour of the brand, and the prompt’s before it', async () => {
    expect((await compose(PROMPTS.conference, { brand: { name: 'Loam', primaryColor: '#0a5' } })).html).toContain('--button: #00aa55;');
    expect((await compose(`${PROMPTS.conference}, use #123456`, { brand: { name: 'Loam', primaryColor: '#0a5' } })).html).toContain(
      '--button: #123456;',
    );
  });

  it('shows the pictures that it is given, and draws none then', async () => {
    const { html } = await compose(PROMPTS.conference, {
      assets: [{ url: '/assets/field.jpg', fileName: 'a-field-of-rye.jpg', contentType: 'image/jpeg' }],
    });
    expect(html).toContain('<img src="/assets/field.jpg" alt="a field of rye"');
    expect(html).toContain('<meta property="og:image" content="/assets/field.jpg">');
    expect(html).not.toContain('<svg');
    expect((await compose(PROMPTS.thanks)).html).not.toContain('<svg');
  });

  it('needs no repair, and neither does an email', async () => {
    const documents: (readonly ['page' | 'email', string])[] = await Promise.all(
      Object.values(PROMPTS).map(async (prompt) => ['page', (await compose(prompt)).html] as const),
    );
    documents.push(['email', (await compose(`${PROMPTS.sale}. Link to https://juniper.example`, { kind: 'email' })).html]);
    for (const [kind, html] of documents) {
      // Ends of lines at the end of a document are no part of it.
      expect(await verify(html, { kind, title: 'None', unsubscribeLink: true })).toEqual({ html: html.trimEnd(), repairs: [] });
    }
  });

  it('tells its author what was made', async () => {
    expect((await compose(PROMPTS.waitlist)).summary).toBe(
      'Composed a page (waitlist) in "de": Im Herbst öffnet ein Café in Leipzig; its form asks for Name, E-Mail, Lieblingskuchen.',
    );
  });

  it('is the same for the same commission, and another for another', async () => {
    for (const prompt of Object.values(PROMPTS)) expect((await compose(prompt)).html).toBe((await compose(prompt)).html);
    expect((await compose('A page for a bakery in Ghent')).html).not.toBe((await compose('A page for a bakery in Bruges')).html);
  });

  it('takes whatever is written for text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), async (prompt) => {
        const { html } = await compose(`${prompt} <script>alert(1)</script><img src=x onerror=alert(2)> "</style>" {{contact.email}}`);
        const { names, open } = seen(html);
        expect(names).not.toContain('script');
        expect(names).not.toContain('img');
        expect(open.flatMap((element) => Object.keys(element)).filter((name) => name.startsWith('on'))).toEqual([]);
        expect(html).not.toContain('{{');
      }),
      { numRuns: 60 },
    );
  });

  it('is composed in a moment, however long the prompt is', async () => {
    await compose(PROMPTS.sale);
    const all = async () => {
      for (const prompt of Object.values(PROMPTS)) await compose(prompt);
    };
    await expectCpu({ inAll: 200 * Object.keys(PROMPTS).length }, all);
    for (const filler of ['word ', 'a, ', '"', '(', '1 ', 'until 12 ', 'name, email, ', '\n- x', 'A: ', 'in A ', '€', '   ']) {
      const prompt = `A page for a shop ${filler.repeat(Math.floor(9900 / filler.length))}`;
      await expectCpu({ inAll: 2_000 }, () => compose(prompt).catch(() => undefined), `"${filler}"`);
    }
  });
});
