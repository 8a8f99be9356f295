/** The settings of a tent beside its content: code of your own, what the head of the page says, when it is live. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '../support/blast.ts';
import { page } from '../support/generator.ts';
import { outcome } from '../support/outcome.ts';
import { asking } from '../support/pages.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { giveTent } from '../support/tents.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = (tentId: string) => ({ params: { path: { tentId } } });
const publish = (tentId: string, body = {}) => must(service.api.POST('/v1/tents/{tentId}/publish', { ...at(tentId), body }));
const visit = (path: string) => asking(service)(path);

describe('code of your own', () => {
  test('is the newest version, and live when it is published', async () => {
    const tentId = await giveTent(service, service);
    await publish(tentId);
    const code = page('<form><input name="email"><input type="file" name="cv"></form><script src="https://x.example/a.js"></script>');
    const saved = await must(service.api.POST('/v1/tents/{tentId}/save-code', { ...at(tentId), body: { code } }));
    expect(saved).toMatchObject({ id: tentId, version: 2 });
    expect(saved.warnings.map(({ code }) => code)).toEqual(['field_switched_off', 'script_blocked']);
    const tent = await must(service.api.GET('/v1/tents/{tentId}', at(tentId)));
    expect(tent).toMatchObject({ current_version: 2, generation: { type: 'code', status: 'completed' }, publication: { version: 1 } });
    expect((await visit(`/${tentId}`)).text).not.toContain('<form');
    await publish(tentId);
    expect((await visit(`/${tentId}`)).text).toContain(`action="/submit/${tentId}/`);
  });

  test('is refused above 2 MiB', async () => {
    const tentId = await giveTent(service, service);
    const refused = await service.api.POST('/v1/tents/{tentId}/save-code', { ...at(tentId), body: { code: 'ä'.repeat(1_100_000) } });
    expect(outcome(refused)).toEqual([400, 'validation_failed']);
  });
});
