/** Bulk jobs through the API, as tests need them. */
import { must } from './blast.ts';
import { page } from './generator.ts';
import type { TestWorkspace } from './service.ts';

type In = Pick<TestWorkspace, 'api'>;

/** A template of tents that is approved. Returns its id. */
export async function giveTemplate({ api }: In, html = page('<h1>{{hut}}</h1><p>Opens {{opens on}}.</p>')): Promise<string> {
  const { template_id } = await must(api.POST('/v1/tent-templates', { body: { name: 'Hut', code: html } }));
  await must(api.POST('/v1/tent-templates/{templateId}/approve', { params: { path: { templateId: template_id } } }));
  return template_id;
}

/** Sends the request unchanged, also one that does not fit the types. */
export const askBulk = ({ api }: In, body: object, key?: string) =>
  api.POST('/v1/tents/bulk', { body: body as never, ...(key && { params: { header: { 'Idempotency-Key': key } } }) });

export const beginBulk = async (workspace: In, body: object): Promise<any> => must(askBulk(workspace, body));

export const readBulk = async ({ api }: In, bulkJobId: string): Promise<any> =>
  must(api.GET('/v1/bulk-jobs/{bulkJobId}', { params: { path: { bulkJobId } } }));

/** Items with instructions of their own: `Page 0`, `Page 1` and so on. */
export const items = (count: number, more: object = {}): object[] =>
  Array.from({ length: count }, (_, n) => ({ instructions: `Page ${n}`, ...more }));
