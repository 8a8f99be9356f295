import type { components } from '../../../generated/api.d.ts';
import { findLists } from '../../audience/contact-lists/contact-lists.repo.ts';
import { requireDocument } from '../../content/documents/documents.service.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Handlers } from '../../http/handler.types.ts';
import type { Ctx } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';
import { notFound } from '../../shared/errors.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { addressesOf, fileOriginsOf, type PagesHost } from '../publishing/addresses.ts';
import { formsOf } from '../tents/tent-forms.ts';
import { toForm } from '../tents/tents.view.ts';
import type { PageForm } from './find.ts';
import { DEFAULTS, type FormSettings, findSettings } from './settings.repo.ts';
import { updateSettings } from './settings.service.ts';

type ConfiguredForm = components['schemas']['ConfiguredForm'];

export function createFormHandlers(host: PagesHost) {
  /** In page order. @param also a form that need not be on the page, if it has settings */
  async function configuredForms(ctx: Ctx, tentId: TentId, also?: string): Promise<ConfiguredForm[]> {
    const tent = await requireDocument(ctx, TENT, tentId);
    const forms = await formsOf(ctx, tent);
    const settings = new Map((await findSettings(ctx, [tentId])).map((row) => [row.formId, row]));
    const extra = also !== undefined && settings.has(also) && !forms.some(({ formId }) => formId === also);
    const shown: PageForm[] = extra ? [...forms, { formId: also, fields: [] }] : forms;
    const lists = await findLists(ctx, [...new Set([...settings.values()].flatMap(({ listIds }) => listIds))]);
    const existing = new Set(lists.map(({ id }) => id));
    const addressOf = addressesOf(host, (await findWorkspace(ctx)).slug);
    return shown.map((form) => {
      const own = settings.get(form.formId) ?? DEFAULTS;
      const address = addressOf(`submit/${tentId}/${encodeURIComponent(form.formId)}`);
      return { ...toForm(form, address), ...toSettings({ ...own, listIds: own.listIds.filter((id) => existing.has(id)) }) };
    });
  }

  return {
    async listTentForms({ path: { tentId } }, ctx) {
      return { status: 200, body: { forms: await configuredForms(ctx, tentId) } };
    },

    async updateTentForm({ path: { tentId, form_id: formId }, body }, ctx) {
      const form = async () => (await configuredForms(ctx, tentId, formId)).find(({ form_id }) => form_id === formId);
      if (!(await form())) throw notFound();
      const { pages: pagesOrigin } = fileOriginsOf(host, (await findWorkspace(ctx)).slug);
      await updateSettings(ctx, { tentId, formId, pagesOrigin }, body);
      return { status: 200, body: (await form()) as ConfiguredForm };
    },
  } satisfies Partial<Handlers>;
}

const toSettings = ({ redirectUrl, thankYou, notify, listIds, allowedOrigins, captcha, topicIds, doubleOptIn }: FormSettings) => ({
  redirect_url: redirectUrl,
  thank_you: thankYou,
  notify,
  list_ids: listIds,
  allowed_origins: allowedOrigins,
  captcha,
  topic_ids: topicIds,
  double_opt_in: doubleOptIn,
});
