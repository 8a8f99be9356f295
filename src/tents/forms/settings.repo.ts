import { type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ListId, TentId, TopicId } from '../../platform/ids.ts';

/** What becomes of the submissions of a form. */
export interface FormSettings {
  redirectUrl: string | null;
  /** Plain text. */
  thankYou: string | null;
  notify: string[];
  listIds: ListId[];
  /** As browsers spell them. */
  allowedOrigins: string[];
  captcha: 'altcha' | null;
  /** That the visitors join. */
  topicIds: TopicId[];
  /** Whether they confirm it by mail first. */
  doubleOptIn: boolean;
}

export const DEFAULTS: Readonly<FormSettings> = {
  redirectUrl: null,
  thankYou: null,
  notify: [],
  listIds: [],
  allowedOrigins: [],
  captcha: null,
  topicIds: [],
  doubleOptIn: false,
};

export interface SettingsRow extends FormSettings {
  tentId: TentId;
  formId: string;
}

/** Of all forms of these tents that have settings. */
export const findSettings = ({ db, workspaceId }: Scope, tentIds: readonly TentId[]): Promise<SettingsRow[]> =>
  db.query<SettingsRow>(sql`
    SELECT tent_id::text AS "tentId", form_id AS "formId", redirect_url AS "redirectUrl", thank_you AS "thankYou", notify,
      list_ids::text[] AS "listIds", allowed_origins AS "allowedOrigins", captcha,
      topic_ids::text[] AS "topicIds", double_opt_in AS "doubleOptIn"
    FROM form_settings WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ANY(${tentIds}::uuid[])`);

export async function settingsOf(scope: Scope, tentId: TentId, formId: string): Promise<FormSettings> {
  const rows = await findSettings(scope, [tentId]);
  return rows.find((row) => row.formId === formId) ?? DEFAULTS;
}

/** Of two changes at a time, each keeps what the other does not name. */
export async function changeSettings(
  { db, workspaceId, now }: Ctx<Tx>,
  { tentId, formId }: { tentId: TentId; formId: string },
  changes: Partial<FormSettings>,
): Promise<void> {
  const place = { workspaceId, tentId, formId };
  await db.prisma.formSettings.upsert({
    where: { workspaceId_tentId_formId: place },
    create: { ...place, ...changes, updatedAt: now },
    update: { ...changes, updatedAt: now },
  });
}
