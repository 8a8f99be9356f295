/** The footer that marketing mail gets: in the language of its recipient, else of the workspace, else in English. */
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { createComposer } from '../../../src/campaigns/messages/composer.ts';
import { createTokens } from '../../../src/campaigns/tracking/tokens.ts';
import { newId } from '../../../src/platform/ids.ts';

const tokens = createTokens('a secret for the tests');

async function composer(language: string | null, { html = '<html><body><p>Hi</p></body></html>', text = 'Hi', operational = false } = {}) {
  const { compose } = await createComposer(
    {
      ...{ id: newId(), workspaceId: newId(), operational, tracked: false, subject: 'Hi', previewText: null, html, plainText: text },
      ...{ fromName: 'J', fromAddress: 'j@example.com', replyTo: 'j@example.com', workspaceName: 'Bär & Söhne' },
      sender: { legalName: 'Bär GmbH', postalAddress: null, website: null, language },
    },
    { tokens, baseUrl: 'https://mail.example' },
  );
  return async (tag?: string | null) => {
    const contact = { custom: {}, ...(tag !== undefined && { language: tag }) };
    const { raw } = await compose({ deliveryId: newId(), contactId: newId(), email: 'p@example.net', contact }, new Date());
    return PostalMime.parse(raw);
  };
}

test('each recipient of one message reads their own', async () => {
  const to = await composer('fr-CA');
  const german = await to('de-AT');
  expect(german.html).toContain('<div lang="de"');
  expect(german.html).toMatch(
    /Sie erhalten diese E-Mail, weil Sie mit <bdi [^>]*>Bär &amp; Söhne<\/bdi> in Kontakt stehen\. <a href="https:\/\/mail/,
  );
  expect(german.html).toMatch(/>Abmelden<\/a><\/div><div [^>]*>Bär GmbH<\/div>/);
  expect(german.text).toMatch(/^Hi\n\n--\nAbmelden: https:\/\/mail\.example\/u\/\S+\n\nBär GmbH\n/);
  expect((await to('ja')).html).toContain('とご縁のある方に');
  for (const tag of [undefined, null, 'xx', 'constructor']) {
    const { html, text } = await to(tag);
    expect(html).toMatch(/Vous recevez cet e-mail parce que vous êtes en contact avec <bdi/);
    expect(text).toContain('Se désabonner : https://');
  }
});

test('and English where no language is set or spoken', async () => {
  for (const language of [null, 'tlh']) {
    const { html, text } = await (await composer(language))();
    expect(html).toMatch(/You receive this email because you are in touch with <bdi [^>]*>Bär &amp; Söhne<\/bdi>\. <a/);
    expect(text).toContain('Unsubscribe: https://');
  }
});

test('mail with a way out of its own, and operational mail, get no sentence', async () => {
  const own = { html: '<html><body><a href="{{unsubscribe_url}}">Leave</a></body></html>', text: 'Leave: {{unsubscribe_url}}' };
  for (const options of [own, { operational: true }]) {
    const { html, text } = await (await composer('de', options))('de');
    expect(`${html}${text}`).not.toMatch(/Kontakt|Abmelden/);
  }
});
