import type { Handlers } from '../../http/handler.types.ts';
import { fromUlid } from '../../platform/ids.ts';
import { requireTest, sendTest, type WakeLane } from './tests.service.ts';
import { toEmailTest } from './tests.view.ts';

export const createTestHandlers = (wake: WakeLane) =>
  ({
    async sendEmailTest({ path, body }, { db, workspaceId, now }) {
      const wish = { to: body.to, contactId: body.contact_id, version: body.version };
      return { status: 202, body: toEmailTest(await sendTest({ db, workspaceId, now }, wake, path.emailId, wish)) };
    },

    async getEmailTest({ path }, { db, workspaceId }) {
      return { status: 200, body: toEmailTest(await requireTest({ db, workspaceId }, path.emailId, fromUlid(path.test_id))) };
    },
  }) satisfies Partial<Handlers>;
