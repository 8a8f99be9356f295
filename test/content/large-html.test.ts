/** Documents of 2 MiB that are costly to parse are stored. `large-html.long.test.ts` checks that they delay no other request. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const START = '<!doctype html><html><body><embed>';
const filled = (pattern: string): string => START + pattern.repeat(Math.floor((2 * 1024 * 1024 - START.length) / pattern.length));

// To follow 500,000 elements in one another takes minutes.
test.runIf(isAtLength).each(['<div><b>', '<table>'])(
  'a page of %s without closing tags is saved, with the warnings of its beginning',
  async (pattern) => {
    const { template_id: templateId } = await must(
      service.api.POST('/v1/tent-templates', { body: { name: 'Huts', code: '<!doctype html>' } }),
    );
    const body = { code: filled(pattern) };
    const saved = await must(service.api.POST('/v1/tent-templates/{templateId}/save-code', { params: { path: { templateId } }, body }));
    expect(saved.warnings.map(({ code }) => code)).toEqual(['embed_blocked']);
  },
);

test.each(['{{a}} ', '{{ "', '{{'])('a letter of %s has too many merge tags', async (pattern) => {
  const { email_id: emailId } = await must(service.api.POST('/v1/emails', { body: { name: 'Large' } }));
  const at = { params: { path: { emailId } } };
  const { error, response } = await service.api.POST('/v1/emails/{emailId}/save-code', { ...at, body: { code: filled(pattern) } });
  expect(response.status).toBe(400);
  expect(error?.details?.issues?.[0]).toEqual({ path: 'code', message: 'must not hold more than 2000 merge tags' });
});
