import { type Response, Router } from 'express';
import { isPassing } from '../../platform/db.ts';
import { PAGE_POLICY } from '../consent/layout.ts';
import { phrasesFor } from '../consent/phrases.ts';
import type { Tokens } from '../tracking/tokens.ts';
import { excusePage } from '../tracking/unsubscribe.pages.ts';
import type { createViewer } from './view.service.ts';

/** Pictures, fonts and styles load as in a mail program. Nothing runs, no form is sent, and the page belongs to no origin. */
const MAIL_POLICY =
  "default-src 'none'; img-src https: http: data:; font-src https: http: data:; style-src 'unsafe-inline' https:; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

const HEADERS = { 'Cache-Control': 'no-store, private', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };
const STATUS = { gone: 404, deleted: 410, busy: 503 };

/** `{{view_in_browser_url}}`. No key; the token is signed. */
export function viewRoutes({ tokens, view }: { tokens: Tokens; view: ReturnType<typeof createViewer> }): Router {
  const routes = Router();

  routes.get('/v/:token', async (request, response) => {
    response.locals.operation = 'viewMail';
    const accepted = request.get('accept-language');
    const excuse = (reason: keyof typeof STATUS, language?: string | null) => {
      if (reason === 'busy') response.setHeader('Retry-After', '5');
      const page = excusePage(reason === 'busy' ? 'later' : reason, phrasesFor(language, accepted));
      send(response, STATUS[reason], { html: page, policy: PAGE_POLICY });
    };
    const of = tokens.readView(request.params.token);
    if (!of) return excuse('gone');
    try {
      const seen = await view(of);
      if ('reason' in seen) return excuse(seen.reason, seen.language);
      // A sandboxed page has no origin; in a tab of its own, browsers would refuse it with these headers.
      response.removeHeader('Cross-Origin-Opener-Policy');
      response.removeHeader('Origin-Agent-Cluster');
      send(response, 200, { html: seen.html, policy: MAIL_POLICY });
    } catch (error) {
      if (!isPassing(error)) throw error;
      excuse('busy');
    }
  });

  return routes;
}

const send = (response: Response, status: number, { html, policy }: { html: string; policy: string }) =>
  response
    .status(status)
    .set({ ...HEADERS, 'Content-Security-Policy': policy })
    .type('text/html')
    .send(html);
