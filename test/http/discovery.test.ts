/** Files at addresses that are the same everywhere. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { document, operations } from '../support/client.ts';
import { startTestService, type TestService } from '../support/service.ts';

const BASE = 'https://api.example.com';

describe('a service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ BASE_URL: BASE });
  });
  afterAll(() => service.stop());

  test.runIf(isAtLength)('has a catalogue whose links lead somewhere', async () => {
    const response = await fetch(`${service.url}/.well-known/api-catalog`);
    expect(response.headers.get('content-type')).toMatch(
      /^application\/linkset\+json;.*profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"/,
    );
    const {
      linkset: [{ anchor, ...relations }],
    } = (await response.json()) as { linkset: [{ anchor: string } & Record<string, { href: string; type: string }[]>] };
    expect(anchor).toBe(`${BASE}/v1`);
    expect(Object.keys(relations)).toEqual(['service-desc', 'service-doc', 'status']);
    for (const { href } of Object.values(relations).flat() as { href: string }[])
      expect((await fetch(href.replace(BASE, service.url))).status, href).toBe(200);
    const head = await fetch(`${service.url}/.well-known/api-catalog`, { method: 'HEAD' });
    expect([head.status, head.headers.get('link')]).toEqual([200, '</.well-known/api-catalog>; rel="api-catalog"']);
  });

  test('has an index with every operation, once', async () => {
    const response = await fetch(`${service.url}/llms.txt`);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^# Bivouac API \d+\.\d+\.\d+\n\n> /);
    for (const { method, path } of operations) expect(text.split(`\n- \`${method.toUpperCase()} ${path}\`: `), path).toHaveLength(2);
    for (const { name } of document.tags ?? []) expect(text).toContain(`\n## ${name}\n`);
    expect(text).toContain(`](${BASE}/openapi.json)`);
  });

  test('without a contact for security shows none', async () => {
    expect((await fetch(`${service.url}/.well-known/security.txt`)).status).toBe(404);
  });
});

test.runIf(isAtLength)('a contact for security is shown with an end within a year', async () => {
  const service = await startTestService({ SECURITY_CONTACT: 'mailto:security@example.com' });
  const response = await fetch(`${service.url}/.well-known/security.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [contact, expires = ''] = (await response.text()).trim().split('\n');
  expect(contact).toBe('Contact: mailto:security@example.com');
  const days = (Date.parse(expires.replace('Expires: ', '')) - service.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
  await service.stop();
});
