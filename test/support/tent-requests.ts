/** Tents through the API, as tests need them. */
import { must } from './blast.ts';
import type { TestService, TestWorkspace } from './service.ts';

export const at = (tentId: string) => ({ params: { path: { tentId } } });

export const create = ({ api }: Pick<TestWorkspace, 'api'>, body: object = {}) =>
  api.POST('/v1/tents', { body: { prompt: 'A page for a bakery in Leeds', ...body } as never });
export const edit = ({ api }: Pick<TestWorkspace, 'api'>, tentId: string, body: object = {}) =>
  api.POST('/v1/tents/{tentId}/edit', { ...at(tentId), body: { prompt: 'Shorter', ...body } as never });
export const read = ({ api }: Pick<TestWorkspace, 'api'>, tentId: string) => must(api.GET('/v1/tents/{tentId}', at(tentId)));
export const content = async ({ api }: Pick<TestWorkspace, 'api'>, tentId: string): Promise<string> =>
  (await api.GET('/v1/tents/{tentId}/content', { ...at(tentId), parseAs: 'text' })).data as unknown as string;

/** A tent whose first generation has ended, well or badly. */
export async function written(service: TestService, body: object = {}, workspace: TestWorkspace = service): Promise<string> {
  const { id } = await must(create(workspace, body));
  await service.drain();
  return id;
}
