import { Readable } from 'node:stream';
import type { Upload, UploadedFile, Uploads } from '../../http/handler.types.ts';
import type { Log } from '../../platform/log.ts';
import { DomainError } from '../../shared/errors.ts';
import { isBeyondBudget } from '../../workspaces/budget/budget.ts';
import { assetUrl } from '../assets/assets.view.ts';
import { draftTask } from './apart.ts';
import { orCutOff } from './cut-off.ts';
import type { BlockOf, PageDraft } from './draft/draft.ts';
import { plain } from './draft/text.ts';
import type { Commission, Generator, MadePicture, Usage, Written } from './generator.ts';
import { wantsNoPicture } from './picture-wish.ts';
import { note } from './reader/brief.ts';

type Dependencies = { log: Log; uploads: Uploads; baseUrl: string; generator: Pick<Generator, 'makePicture'> };

export interface Circumstances {
  commission: Commission;
  signal: AbortSignal;
  /** How long the run may still take. */
  msLeft: number;
  requireRoom(): Promise<void>;
  onUsage(usage: Usage): void;
}

export interface Illustrated {
  written: Written;
  /** They are in storage, and belong to no document yet. */
  files: readonly UploadedFile[];
  discard(): Promise<void>;
}

/** A picture of high quality takes a minute. The page waits no longer than this. */
const LONGEST_MS = 3 * 60_000;
/** Left for the rest of the work on a page, its upload included. */
const RESERVE_MS = 60_000;

/** Gives the hero of a new page a picture, where it has none and the generator makes pictures. A page without one is delivered all the same. */
export function createIllustrator({ log, uploads, baseUrl, generator: { makePicture } }: Dependencies) {
  return async (written: Written, circumstances: Circumstances): Promise<Illustrated> => {
    const { commission, signal, msLeft, requireRoom, onUsage } = circumstances;
    const { workspaceId, isTemplate } = commission;
    const bare = bareHero(commission, written);
    if (!makePicture || !bare) return { written, files: [], discard: async () => {} };
    const upload = uploads.begin(workspaceId);
    const withFiles = (result: Written, ...files: UploadedFile[]): Illustrated => ({ written: result, files, discard: upload.discard });
    try {
      await requireRoom();
      const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.min(LONGEST_MS, msLeft - RESERVE_MS)))]);
      const file = await kept(upload, await orCutOff(makePicture(bare.draft, limit, onUsage), limit));
      signal.throwIfAborted();
      const draft = withPicture(bare, { url: assetUrl(baseUrl, { storageKey: file.key, fileName: file.name }), alt: altOf(bare.draft) });
      const rendered = await draftTask(workspaceId, 'render', { draft, kind: 'page', isTemplate });
      if ('problems' in rendered) throw new Error(rendered.problems.map(({ path, message }) => `${path} ${message}`).join('; '));
      return withFiles({ ...written, draft: rendered.draft, html: rendered.html }, file);
    } catch (error) {
      await upload.discard();
      signal.throwIfAborted();
      log.warn({ err: error, workspace_id: workspaceId }, 'a page goes without a picture');
      const reason = isNoRoom(error) ? error.message : 'Attach a file of your own, and ask for it to be put there.';
      const missing = note('left_out', `No picture could be made for the top of the page. ${reason}`, bare.hero.id ?? null);
      return withFiles({ ...written, notes: [...written.notes, missing] });
    }
  };
}

/** Its message tells the author a remedy. */
const isNoRoom = (error: unknown): error is DomainError =>
  isBeyondBudget(error) || (error instanceof DomainError && error.code === 'conflict');

interface BareHero {
  draft: PageDraft;
  hero: BlockOf<'hero'>;
}

/** The hero of a first draft that has no picture and may have one. */
function bareHero({ kind, current, prompt }: Commission, { draft }: Written): BareHero | undefined {
  if (kind !== 'page' || current !== undefined || draft === null || wantsNoPicture(prompt)) return undefined;
  const page = draft as PageDraft;
  const hero = page.blocks.find((block) => block.kind === 'hero');
  return hero && hero.picture === undefined ? { draft: page, hero } : undefined;
}

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

const kept = (upload: Upload, { bytes, contentType }: MadePicture): Promise<UploadedFile> =>
  upload.keep({ name: `hero.${EXTENSIONS[contentType]}`, type: contentType, content: Readable.from([Buffer.from(bytes)]) }, 0);

function withPicture({ draft, hero }: BareHero, picture: { url: string; alt: string }): PageDraft {
  const { layout, ...rest } = hero;
  // These two show no picture.
  const isWordsOnly = layout === 'plain' || layout === 'band';
  const illustrated: BlockOf<'hero'> = { ...rest, ...(layout && !isWordsOnly && { layout }), picture };
  return { ...draft, blocks: draft.blocks.map((block) => (block === hero ? illustrated : block)) };
}

const ILLUSTRATION: Readonly<Record<string, string>> = {
  ...{ en: 'Illustration', de: 'Illustration', fr: 'Illustration', sv: 'Illustration', es: 'Ilustración', it: 'Illustrazione' },
  ...{ pt: 'Ilustração', nl: 'Illustratie', pl: 'Ilustracja', tr: 'İllüstrasyon', uk: 'Ілюстрація' },
  ...{ ja: 'イラスト', zh: '插图', ko: '일러스트' },
  ...{ ar: 'رسم توضيحي', hi: 'चित्र' },
};
const LONGEST_SUBJECT = 160;

/** The picture illustrates the title. The first word marks it as no photograph of the place or the people. */
const altOf = ({ lang, title }: PageDraft): string =>
  `${ILLUSTRATION[lang.split('-', 1)[0]?.toLowerCase() ?? ''] ?? ILLUSTRATION.en}: ${cut(plain(title), LONGEST_SUBJECT)}`;

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const beginning = text.slice(0, length + 1);
  const end = beginning.lastIndexOf(' ');
  return beginning.slice(0, end > 0 ? end : length).toWellFormed();
}
