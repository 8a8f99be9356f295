import { afterAll, beforeAll, expect, it } from 'vitest';
import { must } from '../../support/blast.ts';
import { expectStretches } from '../../support/cpu.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('the drawing of a hundred steps that lead everywhere keeps no other request waiting', async () => {
  const steps = Array.from({ length: 100 }, (_value, i) => ({
    step_id: `s${i}`,
    type: 'condition_check',
    condition: { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Oslo' },
    true_step_id: `s${(i + 1) % 100}`,
    false_step_id: `s${(i * 37 + 50) % 100}`,
  }));
  const { flow_id: flowId } = await must(service.api.POST('/v1/email-flows', { body: { name: 'Maze', steps: steps as never } }));
  const { drawing_url } = await must(service.api.GET('/v1/email-flows/{flowId}/graph', { params: { path: { flowId } } }));
  const { pathname, search } = new URL(drawing_url);
  let page = '';
  const draw = async () => {
    const answer = await fetch(service.url + pathname + search);
    page = await answer.text();
    return answer.status;
  };
  // It takes seconds; on a busy machine a request may get "try again".
  await expectStretches(50, () => expect.poll(draw).toBe(200), 'drawing');
  expect(page.match(/class="box step ask"/g)).toHaveLength(100);
});
