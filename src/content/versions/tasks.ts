import { blockUses } from '../../shared/merge-tags.ts';
import { fillDraft, fillPages, fillTokens } from '../documents/tokens.ts';
import { checkHtml } from './html.ts';
import { takeLinks } from './links.ts';
import { plainTextOf } from './plain-text.ts';
import { replacePreheader } from './preheader.ts';
import { mailWarnings, pageWarnings } from './warnings.ts';
import { withoutWayOut } from './way-out.ts';

/** Work on a whole document, in linear time: 2 MiB may take a second. Each task takes and gives plain data. */
export const TASKS = {
  checkHtml,
  blockUses,
  plainTextOf,
  replacePreheader,
  fillTokens,
  fillDraft,
  fillPages,
  takeLinks,
  withoutWayOut,
  pageWarnings,
  mailWarnings,
};
