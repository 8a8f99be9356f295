import type { Handlers } from '../../http/handler.types.ts';
import { fromUlid } from '../../platform/ids.ts';
import { requireTest, sendTest, type WakeLane } from './tests.service.ts';
import { toEmailTest } from './tests.view.ts';

export const createTestHandlers = (wake: WakeLane) =>
  ({
    async sendEmailTest({ path, body }, ctx) {
      const wish = { ...path, to: body.to, contactId: body.contact_id, version: body.version };
      return { status: 202, body: toEmailTest(await sendTest(ctx, wake, wish)) };
    },

    async getEmailTest({ path }, ctx) {
      return { status: 200, body: toEmailTest(await requireTest(ctx, path.emailId, fromUlid(path.test_id))) };
    },
  }) satisfies Partial<Handlers>;
