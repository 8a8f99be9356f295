import type { Handlers } from '../../http/handler.types.ts';
import type { Scope } from '../../platform/db.ts';
import { fromUlid, toUlid } from '../../platform/ids.ts';
import { cursorPage } from '../../shared/cursor.ts';
import { notFound } from '../../shared/errors.ts';
import * as repo from './test-mailbox.repo.ts';
import { toTestMail, toTestMailDetail } from './test-mailbox.view.ts';

const required = async (ctx: Scope, mailId: string) => {
  const mail = await repo.findTestMail(ctx, fromUlid(mailId));
  if (!mail) throw notFound();
  return mail;
};

export const testMailboxHandlers = {
  async listTestMails({ query }, ctx) {
    const { to, subject, search, ...page } = query;
    const filter = { to, subject, search };
    const { rows, next } = await cursorPage({ list: 'test-mailbox', ...given(filter) }, page, {
      isKey: (key) => key === 'id',
      positionOf: ({ id }: repo.TestMailRow) => ({ key: 'id', id }),
      read: (after, most) => repo.pageOfTestMails(ctx, filter, { before: after?.id, most }),
    });
    return { status: 200, body: { mails: rows.map(toTestMail), ...next } };
  },

  async deleteTestMails(_request, ctx) {
    await repo.emptyTestMailbox(ctx);
    return { status: 204 };
  },

  async getTestMail({ path }, ctx) {
    return { status: 200, body: await toTestMailDetail(await required(ctx, path.mail_id)) };
  },

  async deleteTestMail({ path }, ctx) {
    if (!(await repo.deleteTestMail(ctx, fromUlid(path.mail_id)))) throw notFound();
    return { status: 204 };
  },

  async getTestMailSource({ path }, ctx) {
    const { id, raw } = await required(ctx, path.mail_id);
    return { status: 200, body: { mail_id: toUlid(id), source: Buffer.from(raw).toString('utf8') } };
  },
} satisfies Partial<Handlers>;

const given = (filter: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined));
