import type { Router } from 'express';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import type { ComposerOptions } from '../messages/composer.ts';
import { messagePage, zoneOf } from './layout.ts';
import { type Answer, type Opened, pageRoutes, type SharedPageOptions } from './opening.ts';
import { FRAMES, inScheme, previewPage, viewIn, withNewTabs } from './preview.page.ts';
import { findPreview } from './preview.service.ts';

/** Pictures, fonts and styles load as for a reader. Nothing runs, no form is sent, and the document belongs to no origin. */
const DOCUMENT_POLICY =
  "default-src 'none'; img-src https: http: data:; font-src https: http: data:; media-src https: http:; style-src 'unsafe-inline' https: http:; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const EMPTY: Answer = {
  status: 404,
  html: messagePage('There is nothing to see yet', 'The first version is not completed. Open this address again in a minute.'),
};

/** Each takes some milliseconds, a large one a thread. */
const AT_ONCE = 8;
const BUSY: Answer = {
  status: 503,
  html: messagePage('Please try again', 'Many pages are being opened. Try it again in a moment.'),
  retryAfter: 5,
};

interface PreviewOptions extends SharedPageOptions, Pick<ComposerOptions, 'tokens' | 'baseUrl'> {
  atOnce?: number;
}

export function previewRoutes({ atOnce = AT_ONCE, ...options }: PreviewOptions): Router {
  let opening = 0;

  async function show(opened: Opened): Promise<Answer> {
    const found = await findPreview(opened, options, EMPTY);
    if ('answer' in found) return found.answer;
    const { preview } = found;
    const asked = opened.choices.get('view') ?? '';
    if (Object.hasOwn(FRAMES, asked)) {
      const scheme = FRAMES[asked as keyof typeof FRAMES];
      return { status: 200, html: withNewTabs(inScheme(preview.html, scheme)), policy: DOCUMENT_POLICY };
    }
    const { timezone } = await findWorkspace(opened.ctx);
    return { status: 200, html: previewPage(preview, opened, { view: viewIn(opened, preview), zone: zoneOf(timezone) }) };
  }

  return pageRoutes(
    'PREVIEW',
    async (opened) => {
      if (opening >= atOnce) return BUSY;
      opening += 1;
      try {
        return await show(opened);
      } finally {
        opening -= 1;
      }
    },
    options,
  );
}
