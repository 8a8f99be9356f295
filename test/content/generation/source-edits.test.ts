/** The library's edits of versions saved as HTML. */
import { expect, it } from 'vitest';
import { compose } from './commission.ts';

const PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>Rosie</title></head><body><h1>Rosie's Bakery</h1><p>Open Tuesdays.</p></body></html>`;
const current = { html: PAGE, draft: null };

it('changes what is named, byte for byte, and makes no draft of it', async () => {
  const written = await compose('change Tuesdays to Mondays', { current });
  expect(written).toMatchObject({ html: PAGE.replace('Tuesdays', 'Mondays'), draft: null, notes: [] });
  expect(written.summary).not.toBe('');
});

it('refuses what it cannot do, and says what can be done', async () => {
  await expect(compose('translate it to German', { current })).rejects.toThrow('these can be changed in words');
});

it('goes back to the version before', async () => {
  const previous = { html: PAGE.replace('Open', 'Closed'), draft: null };
  expect(await compose('undo', { current, previous })).toMatchObject(previous);
  await expect(compose('undo', { current })).rejects.toThrow('There is nothing to undo');
});

it.each([
  ['has none', '', true],
  ['has one', '<p><a href="{{unsubscribe_url}}">Unsubscribe</a></p>', false],
])('gives an email no way to unsubscribe that it did not have: %s', async (_, link, operational) => {
  const html = PAGE.replace('</body>', `${link}</body>`);
  expect(await compose('change Tuesdays to Mondays', { kind: 'email', current: { html, draft: null } })).toMatchObject({ operational });
});
