import type { Handlers } from '../../http/handler.types.ts';
import type { ComposerOptions } from '../messages/composer.ts';
import { renderEmail } from './render.service.ts';

export const createRenderHandlers = (how: Pick<ComposerOptions, 'tokens' | 'baseUrl'>) =>
  ({
    async renderEmail({ path, body }, ctx) {
      const { contact_id: contactId, data, version, operational = false } = body;
      const rendered = await renderEmail(ctx, how, path.emailId, { contactId, data, version, operational });
      return {
        status: 200,
        body: {
          email_id: path.emailId,
          version: rendered.version,
          subject: rendered.subject,
          preview_text: rendered.previewText,
          html: rendered.html,
          text: rendered.text,
          size_bytes: Buffer.byteLength(rendered.html),
          links: rendered.links,
          warnings: rendered.warnings,
        },
      };
    },
  }) satisfies Partial<Handlers>;
