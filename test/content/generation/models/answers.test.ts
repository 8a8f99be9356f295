/** Good and flawed answers of each provider. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Note } from '../../../../src/content/generation/draft/draft.ts';
import { normalised } from '../../../../src/content/generation/draft/normal.ts';
import { GenerationRefused } from '../../../../src/content/generation/generator.ts';
import { NotWebContent } from '../../../../src/content/generation/models/filler.ts';
import { isAtLength, rounds } from '../../../support/at-length.ts';
import { answerWith, failure, filler, PAGE, PROVIDERS, told } from './given.ts';
import { says, startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
});

describe.each(PROVIDERS.slice(0, rounds(1, PROVIDERS.length)))('%s', (provider) => {
  it('gives a draft with a summary, and counts its tokens', async () => {
    server.behave(says(answerWith(PAGE), { usage: [1_200, 340], thought: 'Hm {"draft": 1}' }));
    const { fill, usages } = filler(server, provider);
    expect(await fill()).toEqual({ draft: normalised(PAGE), summary: 'A calm page for walks.', notes: [] });
    expect(usages).toEqual([{ inputTokens: 1_200, outputTokens: 340, model: expect.any(String), estimated: false }]);
  });

  it('takes fields for left out that are null or empty', async () => {
    const [hero, form, footer] = PAGE.blocks;
    const blocks = [
      { ...hero, eyebrow: null, second_action: null, facts: [], picture: null, form: null, layout: null },
      { ...form, text: '', note: null },
      { ...footer, links: null },
    ];
    server.behave(says(answerWith({ ...PAGE, dir: null, name: '', logo_url: null, description: null, blocks })));
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE });
  });

  it('repairs wrong kinds and values by their findings', async () => {
    const wrong = {
      ...PAGE,
      blocks: [
        { ...PAGE.blocks[0], layout: 'middle' },
        { kind: 'testimonials', items: [] },
      ],
    };
    server.behave(says(answerWith(wrong)), says(answerWith(PAGE)));
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE });
    const { last } = told(server.asked[1]?.body);
    expect(last).toContain('`blocks[0].layout` must be one of split, stack, frame, scene, band, plain, not "middle".');
    expect(last).toContain('`blocks[1].kind` is not one of the kinds that exist, but "testimonials".');
    expect(JSON.stringify(server.asked[1]?.body).split('testimonials')).toHaveLength(3);
  });

  it('repairs what the judge finds, and gives up after two repairs', async () => {
    const finding: Note = { code: 'left_out', text: 'The prompt asks for prices.', place: null };
    server.behave(says(answerWith(PAGE)));
    const { fill, usages } = filler(server, provider);
    const error = await failure(fill({ judge: () => [finding] }));
    expect(error).toBeInstanceOf(GenerationRefused);
    expect(error.message).toContain('The prompt asks for prices.');
    expect(server.asked).toHaveLength(3);
    expect(usages).toHaveLength(3);
    expect(told(server.asked[1]?.body).last).toContain('- The prompt asks for prices.');
    expect(told(server.asked[2]?.body).last).toContain('This is the last attempt');
  });

  it('refuses what is no web content', async () => {
    server.behave(says({ web_content: false, cannot: null, summary: null, draft: null, notes: null }));
    const error = await failure(filler(server, provider).fill());
    expect(error).toBeInstanceOf(NotWebContent);
    expect((error as NotWebContent).code).toBe('prompt_not_web_content');
    expect(server.asked).toHaveLength(1);
  });

  it('takes a refusal for what it is', async () => {
    server.behave(says({ web_content: true, cannot: 'Das kann eine Seite nicht.', summary: null, draft: null, notes: null }));
    const error = await failure(filler(server, provider).fill());
    expect(error).toBeInstanceOf(GenerationRefused);
    expect(error.message).toBe('Das kann eine Seite nicht.');
    server.behave(says('I will not do that.', { end: 'refused' }));
    expect((await failure(filler(server, provider).fill())).message).toBe('The model refuses to write this.');
    expect(server.asked).toHaveLength(2);
  });

  it('asks for less when an answer was cut where the model may write no more', async () => {
    server.behave(says(JSON.stringify(answerWith(PAGE)).slice(0, 200), { end: 'length' }), says(answerWith(PAGE)));
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE });
    const second = told(server.asked[1]?.body);
    expect(second.last).toContain('it is longer than you may write at a time');
    // The half that is there is not paid for again.
    expect(second.user).toBe(second.last);
  });

  it('asks again when an answer breaks off without saying so', async () => {
    server.behave(says(JSON.stringify(answerWith(PAGE)).slice(0, 300)), says(answerWith(PAGE)));
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE });
    expect(told(server.asked[1]?.body).last).toContain('breaks off before its JSON ends');
  });

  it.each([
    ['thoughts', (json: string) => `<think>The {form} needs "fields"…</think>\n${json}`],
    ['a code fence', (json: string) => `Here is your page:\n\n\`\`\`json\n${json}\n\`\`\`\nEnjoy!`],
    ['prose', (json: string) => `Sure {of course}! ${json} I hope that it helps.`],
    ['trailing commas', (json: string) => json.replaceAll('}]', '},\n ]').replace(/\}$/, ',}')],
  ])('takes JSON out of %s', async (_, around) => {
    server.behave(says(around(JSON.stringify(answerWith(PAGE))), { asText: true }));
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE });
    expect(server.asked).toHaveLength(1);
  });

  it('takes a draft without the object around it', async () => {
    server.behave(says(PAGE, { asText: true }));
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE, summary: 'Wrote a first draft.' });
  });

  it('takes an answer with one more object around it', async () => {
    server.behave(says({ answer: answerWith(PAGE) }), says([answerWith(PAGE)]));
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE, summary: 'A calm page for walks.' });
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE, summary: 'A calm page for walks.' });
  });

  it('asks again for JSON where there is prose alone', async () => {
    server.behave(says('I would be glad to help! What is the business called?', { asText: true }), says(answerWith(PAGE)));
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE });
    expect(told(server.asked[1]?.body).last).toContain('holds no JSON object');
  });

  it.runIf(isAtLength)('reads no more than an answer may have', async () => {
    server.behave(says(`{"draft": "${'x'.repeat(2.1 * 1024 * 1024)}`));
    const { fill, usages } = filler(server, provider);
    expect((await failure(fill())).message).toContain('larger than 2 MiB');
    expect(usages).toHaveLength(3);
    expect(usages[0]?.estimated).toBe(true);
    expect(usages[0]?.outputTokens).toBeGreaterThan(500_000);
  });

  it('gives operations, with their values unwrapped', async () => {
    const operations = [
      { op: 'set', path: 'top.heading', value: { string: 'Walks for dogs' } },
      { op: 'set', path: 'form.fields[2]', value: { field: { type: 'phone', label: 'Phone', name: null, options: [], required: null } } },
      {
        op: 'insert',
        block: { kind: 'cta', id: null, heading: 'Ready?', text: null, action: { label: 'Ask', href: '#form' } },
        after: 'form',
      },
    ];
    server.behave(says({ web_content: true, cannot: null, summary: 'Changed the headline.', operations, notes: null }));
    expect(await filler(server, provider).fill({ prompt: 'shorter headline', current: { draft: PAGE } })).toEqual({
      operations: [
        { op: 'set', path: 'top.heading', value: 'Walks for dogs' },
        { op: 'set', path: 'form.fields[2]', value: { type: 'phone', label: 'Phone' } },
        { op: 'insert', block: { kind: 'cta', heading: 'Ready?', action: { label: 'Ask', href: '#form' } }, after: 'form' },
      ],
      summary: 'Changed the headline.',
      notes: [],
    });
  });

  it('repairs operations that cannot be carried out, change nothing, or leave a draft that is none', async () => {
    const change = (...operations: object[]) => says({ web_content: true, operations, summary: 'Done.' });
    server.behave(
      change({ op: 'remove', path: 'pricing' }),
      change({ op: 'set', path: 'title', value: { string: PAGE.title } }),
      change(
        { op: 'set', path: 'form.fields', value: { string: 'email' } },
        { op: 'set', path: 'top.action.href', value: { string: '#shop' } },
      ),
    );
    const error = await failure(filler(server, provider).fill({ current: { draft: PAGE } }));
    expect(told(server.asked[1]?.body).last).toMatch(/- `operations\[0\]`: .*pricing/);
    expect(told(server.asked[2]?.body).last).toContain('- The operations change nothing.');
    expect(error.message).toContain('After the operations: `blocks[1].fields` must be of type array.');
  });

  it('repairs links that lead nowhere, and gives blocks ids and fields names', async () => {
    const [hero, form] = PAGE.blocks.map(({ id: _id, ...block }) => block);
    const blocks = [hero, { ...form, fields: [{ type: 'email', label: 'Email' }] }];
    const lost = [{ ...hero, action: { label: 'Buy', href: '#shop' } }, ...blocks.slice(1)];
    server.behave(says(answerWith({ ...PAGE, blocks: lost })), says(answerWith({ ...PAGE, blocks })));
    expect(await filler(server, provider).fill()).toMatchObject({
      draft: { blocks: [{ id: 'hero' }, { id: 'form', fields: [{ type: 'email', name: 'email' }] }] },
    });
    expect(told(server.asked[1]?.body).last).toContain('`blocks[0].action.href` leads to no block of this draft: "#shop".');
  });

  it('changes HTML that was saved by hand by replacements that fit exactly once', async () => {
    const html = '<!doctype html><h1>Walks</h1><p>Walks in Leeds</p>';
    const change = (...replacements: object[]) => says({ web_content: true, cannot: null, summary: 'Done.', replacements, notes: null });
    server.behave(
      change({ find: 'Walks', with: 'Strolls' }, { find: '<h2>', with: '' }),
      change({ find: '<h1>Walks', with: '<h1>Strolls' }, { find: '<p>Walks in Leeds</p>', with: '' }),
    );
    const seen: string[] = [];
    const judgeHtml = (changed: string) => {
      seen.push(changed);
      return [];
    };
    const result = await filler(server, provider).fill({ current: { html }, judgeHtml });
    expect(result).toMatchObject({
      replacements: [
        { find: '<h1>Walks', with: '<h1>Strolls' },
        { find: '<p>Walks in Leeds</p>', with: '' },
      ],
    });
    expect(seen).toEqual(['<!doctype html><h1>Strolls</h1>']);
    const { last } = told(server.asked[1]?.body);
    expect(last).toContain('`replacements[0].find` stands in the document more than once.');
    expect(last).toContain('`replacements[1].find` does not stand in the document.');
  });
});

describe('an answer that is nested without end', () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  it.each([
    ['as a draft', `{"draft": ${deep}}`],
    ['as a block', `{"draft": {"lang": "en", "title": "x", "blocks": [{"kind": ${deep}}, ${deep}]}}`],
    ['as a value', `{"operations": [{"op": "set", "path": "top.picture", "value": ${deep}}, {"op": ${deep}}]}`],
    ['as a value that is set', `{"operations": [{"op": "set", "path": "top.picture", "value": ${deep}}]}`],
    ['as all', deep],
  ])('is refused like any other: %s', async (_, text) => {
    server.behave(says(text));
    const current = text.includes('operations') ? { draft: PAGE } : undefined;
    expect(await failure(filler(server, 'openai-compatible').fill({ current }))).toBeInstanceOf(GenerationRefused);
  });
});

describe('notes', () => {
  it('are those of the model and those of the judge that are not for the model', async () => {
    const notes = [
      { code: 'missing_fact', text: 'No phone number was given.' },
      { code: 'surprise', text: 'There is no shop.' },
      { code: 'changed', text: null },
    ];
    server.behave(says(answerWith(PAGE, { notes, cannot: 'None.' })));
    const judge = (): Note[] => [{ code: 'removed', text: 'A link was taken out.', place: 'top' }];
    const { notes: given } = await filler(server, 'openai').fill({ judge });
    expect(given).toEqual([
      { code: 'missing_fact', text: 'No phone number was given.', place: null },
      { code: 'left_out', text: 'There is no shop.', place: null },
      { code: 'removed', text: 'A link was taken out.', place: 'top' },
    ]);
  });

  it('are not needed for merge tags that cannot be filled in, which are repaired', async () => {
    const wrong = { ...PAGE, blocks: [{ kind: 'hero', heading: 'Hello {{contact.first_name | shout}}' }] };
    server.behave(says(answerWith(wrong)), says(answerWith(PAGE)));
    expect(await filler(server, 'openai').fill()).toMatchObject({ draft: PAGE });
    expect(told(server.asked[1]?.body).last).toContain('`blocks[0].heading` holds a malformed merge tag');
  });

  it('name the place of a finding, and a draft that cannot be rendered is repaired', async () => {
    server.behave(says(answerWith(PAGE)));
    const findings: Note[][] = [[{ code: 'check', text: 'Says nothing.', place: 'top.text' }], [], []];
    const compose = () => {
      throw new Error('the hero has no room');
    };
    const error = await failure(filler(server, 'anthropic').fill({ judge: () => findings.shift() ?? [], compose }));
    expect(told(server.asked[1]?.body).last).toContain('- `top.text`: Says nothing.');
    expect(error.message).toContain('The draft cannot be rendered: the hero has no room');
  });
});
