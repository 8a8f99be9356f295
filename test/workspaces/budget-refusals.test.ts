/** Workspaces that have used everything: what every operation answers that may meet a limit. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { LIMITED, type Resource } from '../../src/workspaces/budget/resources.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { formOf, operationOf, png } from '../support/assets.ts';
import { approvedEmail, must } from '../support/blast.ts';
import { giveTemplate } from '../support/bulk.ts';
import { operations } from '../support/client.ts';
import { page } from '../support/generator.ts';
import { startFile, straight } from '../support/imports.ts';
import { request } from '../support/requests.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { giveTent } from '../support/tents.ts';

interface Call {
  resource: Resource;
  path?: Record<string, string>;
  body?: unknown;
}

const LARGE = page(`<p>${'x'.repeat(40_000)}</p>`);
const code = { code: page('<p>Hello</p>') };
const prompt = { prompt: 'A newsletter about camping' };
const named = { name: 'Huts' };
const withFile = {
  ...{ to: { email: 'ada@example.net' }, from_address: 'hello@example.com', subject: 'Hello', text: 'Hello' },
  attachments: [{ file_name: 'a.txt', content: 'YQ==' }],
};
const logo = () => formOf(png());

let service: TestService;
let workspace: TestWorkspace;
/** One that has sent all the bytes that it may. */
let silent: TestWorkspace;
let calls: Record<string, Call>;
/** But for the bytes of bodies: none would be read, and no other limit met. */
const OTHERS = LIMITED.filter((resource) => resource !== 'received_bytes');
const limitAll = (limit: number | undefined) =>
  updateWorkspace(service.db, workspace.id, { limits: new Map(OTHERS.map((resource) => [resource, limit])) }, service.clock.now());

beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace({ credits: 10 });
  const { api } = workspace;
  const emailId = await approvedEmail(api);
  const { template_id: emailTemplate } = await must(api.POST('/v1/email-templates', { body: { name: 'Letter', ...code } }));
  const templateId = await giveTemplate(workspace);
  const tentId = await giveTent(service, workspace, LARGE);
  const { blast_id: blastId } = await must(api.POST('/v1/email-blasts', { body: named }));
  const steps = [{ step_id: 'hello', type: 'send_email' }] as never;
  const { flow_id: flowId } = await must(api.POST('/v1/email-flows', { body: { name: 'Welcome', steps } }));
  const rows = { source: 'rows', rows: [{ email: 'ada@example.net' }] };
  // The file comes past the service, as into a bucket.
  const session = await startFile(service, workspace, 'email\nada@example.net\n');
  calls = {
    createEmail: { resource: 'stored_bytes', body: named },
    iterateEmail: { resource: 'generations', path: { emailId }, body: prompt },
    saveEmailCode: { resource: 'stored_bytes', path: { emailId }, body: code },
    uploadEmailAssets: { resource: 'stored_bytes', path: { emailId }, body: logo() },
    sendEmailTest: { resource: 'test_mails', path: { emailId }, body: { to: ['ada@example.net'] } },
    sendMessage: { resource: 'stored_bytes', body: withFile },
    createEmailTemplate: { resource: 'generations', body: { ...named, ...prompt } },
    iterateEmailTemplate: { resource: 'generations', path: { templateId: emailTemplate }, body: prompt },
    saveEmailTemplateCode: { resource: 'thread_seconds', path: { templateId: emailTemplate }, body: { code: LARGE } },
    cloneEmailTemplate: { resource: 'stored_bytes', path: { templateId: emailTemplate }, body: {} },
    uploadEmailTemplateAssets: { resource: 'stored_bytes', path: { templateId: emailTemplate }, body: logo() },
    createTentTemplate: { resource: 'stored_bytes', body: { ...named, ...code } },
    createTentTemplateFromTent: { resource: 'stored_bytes', path: { tentId }, body: {} },
    iterateTentTemplate: { resource: 'generations', path: { templateId }, body: prompt },
    saveTentTemplateCode: { resource: 'stored_bytes', path: { templateId }, body: code },
    cloneTentTemplate: { resource: 'stored_bytes', path: { templateId }, body: {} },
    uploadTentTemplateAssets: { resource: 'stored_bytes', path: { templateId }, body: logo() },
    createTent: { resource: 'generations', body: prompt },
    editTent: { resource: 'generations', path: { tentId }, body: prompt },
    saveTentCode: { resource: 'stored_bytes', path: { tentId }, body: code },
    cloneTent: { resource: 'stored_bytes', path: { tentId }, body: {} },
    publishTent: { resource: 'thread_seconds', path: { tentId }, body: {} },
    uploadTentAssets: { resource: 'stored_bytes', path: { tentId }, body: logo() },
    uploadNewTentAssets: { resource: 'stored_bytes', body: logo() },
    createBulkJob: { resource: 'generations', body: { template_id: templateId, items: [{ instructions: 'Open in May' }] } },
    startContactImport: { resource: 'stored_bytes', body: rows },
    executeContactImport: { resource: 'stored_bytes', path: { session_id: session }, body: { mappings: straight('email') } },
    setEmailBlastEmail: { resource: 'stored_bytes', path: { blastId }, body: { source: 'inline', html: code.code } },
    setEmailFlowStepEmail: { resource: 'stored_bytes', path: { flowId, stepId: 'hello' }, body: { source: 'inline', html: code.code } },
  };
  await limitAll(0);
  silent = await service.workspace();
  await updateWorkspace(service.db, silent.id, { limits: new Map([['received_bytes', 0]]) }, service.clock.now());
});
afterAll(() => service.stop());

const documented = operations.filter(({ responses }) => responses['429']?.content?.['application/json']?.examples?.budget_exceeded);

test.each(documented.map(({ operationId }) => operationId))('%s is refused with the resource that is used up', async (operationId) => {
  // Of most operations, the body is all that may be too much.
  const { resource, path, body }: Call = calls[operationId] ?? { resource: 'received_bytes' };
  const { apiKey } = resource === 'received_bytes' ? silent : workspace;
  const answer = await request(service.url, operationOf(operationId), {
    apiKey,
    ...(path && { path }),
    ...(body !== undefined && { body }),
  });
  expect([answer.response.status, answer.body.error_code, answer.body.details?.resource]).toEqual([429, 'budget_exceeded', resource]);
  expect(answer.response.headers.has('retry-after')).toBe(resource !== 'stored_bytes');
});

test('nothing that was refused has left anything behind', async () => {
  const { db } = service;
  expect(await db.query(sql`SELECT 1 FROM loose_files WHERE workspace_id = ${workspace.id}::uuid`)).toEqual([]);
  expect(await db.prisma.generation.count({ where: { workspaceId: workspace.id, status: 'pending' } })).toBe(0);
  const described = await must(workspace.api.GET('/v1/workspace'));
  expect(described.limits).toMatchObject(Object.fromEntries(OTHERS.map((resource) => [resource, 0])));
  expect(described.usage).toMatchObject({ generations: 0, test_mails: 0 });
});
