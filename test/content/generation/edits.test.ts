import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GenerationRefused } from '../../../src/content/generation/generator.ts';
import { oklchOf } from '../../../src/content/generation/local/design/oklch.ts';
import { instructionsOf } from '../../../src/content/generation/local/edit/instructions.ts';
import { checkMergeTags } from '../../../src/shared/merge-tags.ts';
import { expectCpu } from '../../support/cpu.ts';
import { compose, PROMPTS } from './commission.ts';

const edit = async (current: string, prompt: string, more = {}): Promise<string> => (await compose(prompt, { current, ...more })).html;

/** The lines that went and the lines that came; all others are the same, in the same order. */
function changes(before: string, after: string): { gone: string[]; come: string[] } {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  let from = 0;
  while (from < Math.min(old.length, fresh.length) && old[from] === fresh[from]) from += 1;
  let to = 0;
  while (to < Math.min(old.length, fresh.length) - from && old.at(-1 - to) === fresh.at(-1 - to)) to += 1;
  const [middleOld, middleFresh] = [old.slice(from, old.length - to), fresh.slice(from, fresh.length - to)];
  const rest = [...middleFresh];
  const gone = middleOld.filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return { gone, come: rest };
}

const sections = (html: string): string[] => [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id as string);

const HAND = `<!DOCTYPE html>
<html lang="en"><head><title>Bean there</title>
<style>:root{--brand-primary:#aa3300}
.hero{background:var(--brand-primary)}</style></head>
<body>
  <DIV class="hero"><h1>Bean   there</h1>
    <a class="btn btn-large" href='/buy'>Buy <b>beans</b></a></DIV>
  <div class="box">
    <h2>Our hours</h2>
    <p>Mon &amp; Tue, 9–5
  </div>
  <div class="box"><h2>Write us</h2>
  <form action="" method="post">
    <div class="form-group"><label for="m">Mail</label><input id="m" type="email" name="email" required></div>
    <input type="submit" value="Send">
  </form></div>
  <!-- keep <h2>Our hours</h2> -->
</body></html>`;

describe('an edit of a composed page', () => {
  it('changes the headline, what mirrors it, and its size', async () => {
    const page = (await compose(PROMPTS.course)).html;
    const same = await edit(page, 'Change the headline to "Painting in winter"');
    expect(same).toContain('<h1 class="size-6">Painting in winter</h1>');
    expect(same).toContain('<meta property="og:title" content="Painting in winter">');
    expect(changes(page, same).gone).toHaveLength(4);
    const long = await edit(page, 'The headline should be A long winter of painting small things in watercolour, slowly');
    expect(long).toMatch(/<h1 class="size-4">A long winter[^<]+<\/h1>/);
    expect(long).toContain('.size-4 { font-size: var(--step-4);');
    expect(changes(page, long).gone).toHaveLength(5);
  });

  it('writes what is said as text', async () => {
    const page = (await compose(PROMPTS.course)).html;
    expect(await edit(page, 'Change the headline to "Tea & <b>paint</b> {{contact.email}}"')).toContain(
      '>Tea &amp; &lt;b&gt;paint&lt;/b&gt; &#123;&#123;contact.email}}</h1>',
    );
  });

  it.each([
    ['replace "Warm-up sketches" with "Tea & sketches"', ['Warm-up sketches'], ['Tea &amp; sketches']],
    ['change the price from £85 to £95', ['<dd>£85</dd>'], ['<dd>£95</dd>']],
    ['Add a field for company', [], ['name="company" autocomplete="organization" required']],
    ['add an optional field for phone', [], ['type="tel" id="book-phone" name="phone" autocomplete="tel">']],
    ['make the email optional', ['autocomplete="email" required'], ['<small>optional</small>']],
    ['remove the name field', ['name="name" autocomplete="name" required>'], []],
    ['change the schedule heading to "Each evening"', ['>Schedule</h2>'], ['>Each evening</h2>']],
    ['remove the sentence "One technique, shown slowly"', ['One technique, shown slowly'], []],
  ])('"%s" changes that line and no other', async (prompt, gone, come) => {
    const page = (await compose(PROMPTS.course)).html;
    const lines = changes(page, await edit(page, prompt));
    expect([lines.gone.length, lines.come.length]).toEqual([gone.length, come.length]);
    for (const [i, part] of gone.entries()) expect(lines.gone[i]).toContain(part);
    for (const [i, part] of come.entries()) expect(lines.come[i]).toContain(part);
  });

  it('changes colours where they have names, in light and dark, and nothing else', async () => {
    const page = (await compose(PROMPTS.course)).html;
    const green = await edit(page, 'use #0a5');
    expect(green).toContain('--button: #00aa55;');
    const { gone, come } = changes(page, green);
    expect(gone.length).toBe(come.length);
    for (const line of [...gone, ...come]) expect(line).toMatch(/^ +--[\w-]+: #[0-9a-f]{6};$/);
    expect(await edit(green, 'use #2e5e66')).toBe(page);
    expect(Math.abs(oklchOf(/--button: (#\w+)/.exec(await edit(page, 'Make it dark blue'))?.[1] as string).h - 258)).toBeLessThan(10);
  });

  it('makes it warmer by its variables alone', async () => {
    const page = (await compose(PROMPTS.app)).html;
    const { gone, come } = changes(page, await edit(page, 'make it warmer'));
    expect(come.some((line) => line.includes('--display: Charter'))).toBe(true);
    for (const line of [...gone, ...come]) expect(line).toMatch(/^ +--[\w-]+: .+;$/);
  });

  it('takes a section away, with the ways to it', async () => {
    const page = (await compose(PROMPTS.course)).html;
    const without = await edit(page, 'Remove the schedule');
    expect(sections(without)).toEqual(sections(page).filter((id) => id !== 'schedule'));
    expect(without).not.toContain('#schedule');
    expect(changes(page, without).come).toEqual([]);
    const formless = await edit(page, 'remove the form');
    expect(formless).not.toMatch(/<form|href="#book"/);
  });

  it('moves sections', async () => {
    const page = (await compose(PROMPTS.course)).html;
    const moved = await edit(page, 'put the form before the schedule');
    expect(sections(moved).indexOf('book')).toBeLessThan(sections(moved).indexOf('schedule'));
    expect(moved.split('\n').sort()).toEqual(page.split('\n').sort());
    expect(await edit(moved, 'move the form to the end')).toBe(page);
    expect(sections(await edit(page, 'move the quote to the top'))[1]).toBe('voice');
  });

  it('adds sections with the words that it is given, before the form, and the rules that they need', async () => {
    const page = (await compose(PROMPTS.course)).html;
    const more = await edit(page, 'Add a FAQ:\n- Do I need paper? Yes, 300 g.\n- Is it recorded? No.');
    expect(more).toMatch(/<summary>Do I need paper\?<\/summary>\n<p>Yes, 300 g\.<\/p>/);
    expect(more).toContain('.questions summary {');
    expect(sections(more).slice(-2)).toEqual(['faq', 'book']);
    expect(changes(page, more).gone).toEqual([]);
    const priced = await edit(more, 'add prices: one evening £18; all six £85');
    expect(priced).toContain('<div><dt>all six</dt><dd>£85</dd></div>');
    await expect(edit(page, 'add a schedule')).rejects.toThrow(/words are missing/);
  });

  it('gives every button of the action the same new words, and leads them elsewhere', async () => {
    const page = (await compose(PROMPTS.course)).html;
    const { gone, come } = changes(page, await edit(page, 'the button should say "Save my seat"'));
    expect([gone.length, come.length]).toEqual([2, 2]);
    expect(await edit((await compose(PROMPTS.app)).html, 'link the button to https://ledgerlight.example/new')).toContain(
      'href="https://ledgerlight.example/new"',
    );
  });

  it('keeps what earlier edits did, and does several things at once', async () => {
    const page = (await compose(PROMPTS.course)).html;
    const once = await edit(
      await edit(page, 'use #0a5'),
      'Change the headline to "Paint" and remove the quote. Add a field for company; make it elegant',
    );
    for (const part of ['--button: #00aa55;', '>Paint</h1>', 'name="company"', "--display: 'Iowan Old Style'"])
      expect(once).toContain(part);
    expect(sections(once)).not.toContain('voice');
    expect(once).toContain('19:30');
  });

  it('shows a picture that came with the instruction', async () => {
    const assets = [{ url: '/assets/class.webp', fileName: 'six-painters.webp', contentType: 'image/webp' }];
    const page = (await compose(PROMPTS.course)).html;
    const shown = await edit(page, 'use the attached picture', { assets });
    expect(shown).toContain('<figure class="art"><img src="/assets/class.webp" alt="six painters"');
    expect(shown).not.toContain('<svg');
    await expect(edit(page, 'use the attached picture')).rejects.toThrow(/found none/);
  });

  it('understands German', async () => {
    const page = (await compose(PROMPTS.job)).html;
    expect(await edit(page, 'Ändere die Überschrift in "Bäcker gesucht"')).toContain('>Bäcker gesucht</h1>');
    expect(await edit(page, 'Der Knopf soll „Jetzt bewerben“ heißen')).toContain('>Jetzt bewerben</button>');
    expect(sections(await edit(page, 'Entferne den Abschnitt Aufgaben'))).toHaveLength(sections(page).length - 1);
    expect(await edit(page, 'Füge ein Feld für Geburtstag hinzu')).toContain('name="birthday" autocomplete="bday"');
    expect(sections(await edit(page, 'Setze das Formular vor Aufgaben'))[1]).toBe('apply');
  });

  it.each([
    ['Write a poem about tents', /no instruction that can be carried out without a model.*Found here: intro/s],
    ['translate it to Klingon', /translation into Klingon/],
    ['remove the map', /Looked for .*"map".*Found here: intro, facts, schedule/s],
    ['put the form before the prices', /Looked for the prices/],
    ['replace "Lunch" with "Dinner"', /Looked for the text "Lunch"/],
    ['use #0a5. Sing it.', /"Sing it\."/],
  ])('refuses "%s" and says why', async (prompt, why) => {
    const page = (await compose(PROMPTS.course)).html;
    const refused = edit(page, prompt);
    await expect(refused).rejects.toThrow(GenerationRefused);
    await expect(refused).rejects.toThrow(why);
  });
});

describe('an edit of what somebody wrote by hand', () => {
  it.each([
    ['change the headline to "Beans"', [['<h1>Bean   there</h1>', '<h1>Beans</h1>']]],
    ['the button should say "Get beans"', [['Buy <b>beans</b>', 'Get beans']]],
    ['use #0055aa', [['--brand-primary:#aa3300', '--brand-primary:#0055aa']]],
    ['replace "Mon & Tue" with "Tuesdays"', [['Mon &amp; Tue', 'Tuesdays']]],
    ['link the button to https://bean.example', [["href='/buy'", "href='/buy'"]]],
  ])('%s', async (prompt, pairs) => {
    let expected = HAND;
    for (const [from, to] of pairs) expected = expected.replace(from as string, to as string);
    const edited = await edit(HAND, prompt);
    if (prompt.startsWith('link')) expect(edited).toContain('https://bean.example');
    else expect(edited.replace(/<title>.*?<\/title>/, '')).toBe(expected.replace(/<title>.*?<\/title>/, ''));
  });

  it('finds sections by their headings', async () => {
    const without = await edit(HAND, 'remove the opening hours');
    expect(without).not.toContain('Mon &amp; Tue');
    expect(changes(HAND, without).come).toEqual([]);
    expect(without).toContain('<!-- keep <h2>Our hours</h2> -->');
    const moved = await edit(HAND, 'put "Write us" before "Our hours"');
    expect(moved.indexOf('Write us')).toBeLessThan(moved.indexOf('Mon &amp; Tue'));
  });

  it('builds a field as the others are built', async () => {
    expect(await edit(HAND, 'add a field for phone')).toMatch(
      /<div class="form-group"><label for="[\w-]*phone">Phone<\/label><input type="tel"[^>]*><\/div>\n\s*<input type="submit"/,
    );
  });

  it('gives up where the target is nowhere', async () => {
    await expect(edit('<!doctype html><html><body><p>Hello</p></body></html>', 'make it blue')).rejects.toThrow(
      /Looked for a variable such as/,
    );
    await expect(edit('<!doctype html><html><body><p>Hello</p></body></html>', 'add a field for phone')).rejects.toThrow(
      /Looked for a form/,
    );
  });

  it('takes a moment for two megabytes', async () => {
    const large = `<!doctype html><html><body><h1>Big</h1>${'<p class="x">Some words &amp; more</p>\n'.repeat(53_000)}</body></html>`;
    const change = async () => expect(await edit(large, 'change the headline to "Small"')).toContain('<h1>Small</h1>');
    await expectCpu({ inAll: 5_000 }, change);
  });
});

describe('an edit of an email', () => {
  const welcome =
    'Welcome email for new members of the Leith rowing club. Training is on Tuesdays and Thursdays at 18:30. "The river teaches you to listen." — Moira Kerr, coach. Link to https://leithrowing.example/start. Button: "See the calendar". Navy';
  const mail = async () => (await compose(welcome, { kind: 'email' })).html;
  const editMail = (current: string, prompt: string) => edit(current, prompt, { kind: 'email' });

  it('keeps the merge tags that it writes and has', async () => {
    const edited = await editMail(await mail(), 'change the headline to "Hi {{contact.first_name | default: "you"}}"');
    expect(edited).toContain('>Hi {{contact.first_name | default: "you"}}</h1>');
    expect(checkMergeTags(edited)).toBeNull();
    expect(edited).toContain('{{unsubscribe_url}}');
  });

  it('has its colours changed wherever they stand, in light and dark', async () => {
    const before = await mail();
    const after = await editMail(before, 'use #7a1f5c');
    expect(after).toContain('bgcolor="#7a1f5c"');
    expect(after).not.toContain('#1f3a6e');
    expect(after.replace(/#[0-9a-f]{6}/g, '')).toBe(before.replace(/#[0-9a-f]{6}/g, ''));
    expect(await editMail(after, 'use #1f3a6e')).toBe(before);
  });

  it('gains and loses rows, but not the way out', async () => {
    const before = await mail();
    expect(await editMail(before, 'remove the quote')).not.toContain('Moira Kerr');
    expect(await editMail(before, 'add a schedule: 18:30 Warm up; 19:00 On the water')).toMatch(
      /data-block="schedule".*19:00.*data-block="end"/s,
    );
    await expect(editMail(before, 'remove the footer')).rejects.toThrow(/unsubscribe/);
  });

  it('begins anew where nothing was written yet, or when told to', async () => {
    const blank = `<!doctype html><html lang="en"><body><h1>Hello</h1><p>This is where your story goes: one thing to say, in a few words, and what to do next.</p></body></html>`;
    expect(await editMail(blank, PROMPTS.sale)).toContain('30 % off tents');
    expect(await editMail(blank, 'change the headline to "Good morning"')).toContain('<h1>Good morning</h1>');
    expect(await editMail(await mail(), `Start over: ${PROMPTS.sale}`)).toContain('LENZ30');
  });

  it('fills in the values that come with a template', async () => {
    const filled = await edit(
      '<!doctype html><html><body><h1>Hello {{ city }}</h1></body></html>',
      'use the text as it is and change the headline to "Ciao {{city}}"',
      { facts: { city: 'Turin & <b>' } },
    ).catch((error: Error) => error.message);
    expect(filled).toContain('use the text as it is');
    expect(
      await edit('<!doctype html><html><body><h1>Hello {{ city }}</h1><p>In {{city}}</p></body></html>', 'replace "Hello" with "Ciao"', {
        facts: { city: 'Turin & <b>' },
      }),
    ).toContain('<h1>Ciao Turin &amp; &lt;b&gt;</h1><p>In Turin &amp; &lt;b&gt;</p>');
  });
});

describe('instructions', () => {
  it.each([
    ['Change the headline to "Come and add a field"', ['write']],
    ['Remove the quote and add a field for T-shirt size (S, M, L)', ['remove', 'add-field']],
    ['use #0a5, make it warmer and put the form first', ['colour', 'tone', 'move']],
    ['please ask for the phone number too', ['add-field']],
    ['no pictures', ['remove']],
    ['Supprime le programme', ['remove']],
    ['Cambia el título a "Hola"', ['write']],
    ['Verwijder het formulier', ['remove']],
    ['見出しを「こんにちは」に変更', ['write']],
    ['Tell me a story', [undefined]],
  ])('%s', (prompt, expected) => {
    expect(instructionsOf(prompt).map(({ instruction }) => instruction?.do)).toEqual(expected);
  });
});

describe('whatever an instruction says', () => {
  it('is refused where it would write half a merge tag into an email', async () => {
    await expect(compose('Change the button to "{{"', { current: (await compose(PROMPTS.course)).html, kind: 'email' })).rejects.toThrow(
      new GenerationRefused('Understood: write "{{". That text holds a malformed merge tag at line 1, column 1: "}}" is missing.'),
    );
  });

  it('either changes the document or is refused in words', async () => {
    const words = fc.constantFrom(
      ...'add remove move put change the headline button form field schedule to before "x y" first 12:00 : ; . , and make it blue warmer replace with "{{" <b> optional prices a'.split(
        ' ',
      ),
    );
    const pages = [(await compose(PROMPTS.course)).html, HAND, '<p>{{ a }} {{ "b', ''.padStart(3, '<div>')];
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 1, maxLength: 9 }),
        fc.constantFrom(...pages),
        fc.constantFrom('page' as const, 'email' as const),
        async (list, current, kind) => {
          try {
            expect((await compose(list.join(' '), { current, kind })).html).not.toContain('undefined');
          } catch (error) {
            expect(error).toBeInstanceOf(GenerationRefused);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    [
      'the same words a hundred thousand times',
      'replace "ab" with "cd"',
      `<!doctype html><html><body><p>${'ab '.repeat(200_000)}</p></body></html>`,
    ],
    [
      'ten thousand headings in one box',
      'remove the appendix',
      `<!doctype html><html><body><div>${'<h2>Part</h2><p>x</p>'.repeat(10_000)}</div></body></html>`,
    ],
    [
      'a thousand forms',
      'add a field for phone',
      `<!doctype html><html><body>${'<form><input name="a"><button>b</button></form>'.repeat(5_000)}</body></html>`,
    ],
    ['open brackets', 'change the headline to "x"', `<!doctype html><html><body><h1>a</h1>${'<a '.repeat(100_000)}</body></html>`],
  ])('holds nobody up with %s', async (_, prompt, current) => {
    const change = () => compose(prompt, { current }).catch((error) => expect(error).toBeInstanceOf(GenerationRefused));
    await expectCpu({ inAll: 5_000 }, change);
  });
});

describe('a document without words about it', () => {
  const current = '<!doctype html><html lang="en"><body><h1>{{hut}}</h1></body></html>';
  it('gets its facts put in, and stays as it is where it has no place for them', async () => {
    expect(await edit(current, '', { facts: { hut: 'North', beds: '24' } })).toBe(current.replace('{{hut}}', 'North'));
    expect(await edit(current, '', { facts: { beds: '24' } })).toBe(current);
  });
});
