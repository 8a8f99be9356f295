/** The processor time of large messages, which must not block others. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Addressee, createComposer } from '../../../src/campaigns/messages/composer.ts';
import { createSigner } from '../../../src/campaigns/messages/dkim.ts';
import { createTokens } from '../../../src/campaigns/tracking/tokens.ts';
import { newId } from '../../../src/platform/ids.ts';
import { expectCpu, expectStretches } from '../../support/cpu.ts';

const blast = {
  id: newId(),
  workspaceId: newId(),
  operational: false,
  tracked: true,
  workspaceName: 'Juniper & Trail',
  subject: 'Hi',
  fromName: 'Juniper Trail',
  fromAddress: 'hello@example.com',
  previewText: null,
  replyTo: 'reply@example.com',
  plainText: 'Hi {{contact.first_name}} & friends',
};
const addressee = (first_name: string): Addressee => ({
  deliveryId: newId(),
  contactId: newId(),
  email: 'maya@example.org',
  contact: { first_name, display_name: 'Maya', custom: {} },
});
const how = { tokens: createTokens('a secret for the tests'), baseUrl: 'https://api.example.com' };

/** With room for the footer. */
const filled = (pattern: string) => pattern.repeat(Math.floor((1_000 * 1024) / Buffer.byteLength(pattern)));

describe('a message', () => {
  it.each([
    ['links', filled('<a href=x>y</a>')],
    ['angle brackets', filled('<')],
    ['ends of the body', filled('</body')],
    ['half of a tag of Liquid’s', filled('{% ')],
    ['letters of two bytes', filled('é')],
    ['words', filled('some words ')],
    [
      'merge tags and addresses that they decide',
      `${'<a href="{{contact.city}}">x</a>{{contact.city}}'.repeat(999)}${'x'.repeat(900_000)}`,
    ],
  ])('of a mebibyte of %s holds up nobody else, neither while it is prepared nor when twenty people get it', async (_what, html) => {
    const prepare = () => createComposer({ ...blast, html, plainText: html.slice(0, 1_000_000) }, how);
    // To parse it takes several times as long, and a busy machine twice as long as a quiet one.
    await expectCpu({ here: 300 }, prepare, 'preparing');
    await expectStretches(50, prepare, 'preparing');
    const { privateKey } = generateKeyPairSync('ed25519');
    const signer = createSigner({ domain: 'example.com', keys: [{ selector: 'one', algorithm: 'ed25519-sha256', privateKey }] });
    const composer = await createComposer({ ...blast, html }, { ...how, signer });
    await expectStretches(
      50,
      () => Promise.all(Array.from({ length: 20 }, () => composer.compose(addressee('Maya'), new Date()))),
      'composing',
    );
  });

  it('that values make too large is refused before it is encoded', async () => {
    const composer = await createComposer({ ...blast, html: '<p>{{contact.first_name}}</p>'.repeat(1_990) }, how);
    const refused = () => expect(composer.compose(addressee('é'.repeat(10_000)), new Date())).rejects.toThrow('more than 1048576 bytes');
    await expectCpu({ here: 100 }, refused, 'refusing');
  });

  it('lets others have their turn by bytes, also where values are what is large', async () => {
    const composer = await createComposer({ ...blast, html: '<p>{{contact.first_name}}</p>'.repeat(40) }, how);
    const long = addressee('é'.repeat(10_000));
    await expectStretches(50, () => Promise.all(Array.from({ length: 40 }, () => composer.compose(long, new Date()))), 'composing');
  });
});
