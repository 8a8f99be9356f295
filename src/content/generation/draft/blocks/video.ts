import type { BlockView } from '../context.ts';
import { buttonRow } from '../mail-parts.ts';
import { section } from '../parts.ts';
import { attribute, line } from '../text.ts';

/** The address of the player of a video, for hosts that offer one. */
function playerOf(address: string): string | undefined {
  const url = URL.parse(address);
  const host = url?.hostname.replace(/^(?:www|m)\./, '');
  const [, first = '', second = ''] = url?.pathname.split('/') ?? [];
  const id =
    host === 'youtu.be'
      ? first
      : host === 'youtube.com'
        ? ['embed', 'shorts', 'live'].includes(first)
          ? second
          : (url?.searchParams.get('v') ?? '')
        : '';
  if (/^[\w-]{6,20}$/.test(id)) return `https://www.youtube-nocookie.com/embed/${id}`;
  return host === 'vimeo.com' && /^\d+$/.test(first) ? `https://player.vimeo.com/video/${first}?dnt=1` : undefined;
}

export const video: BlockView<'video'> = {
  page(block, { words }) {
    const player = playerOf(block.url);
    const shown = player
      ? `<div class="player"><iframe src="${attribute(player)}" title="${attribute(block.title)}" loading="lazy" allow="fullscreen; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin"></iframe></div>`
      : `<p><a class="button" href="${attribute(block.url)}">${line(block.title)}</a></p>`;
    return section(block, { className: 'video', head: player ? 'top' : 'side', name: words.headings.video }, shown);
  },
  css: `.player { aspect-ratio: 16 / 9; border-radius: var(--radius); overflow: hidden; background: var(--sky); } .player iframe { width: 100%; height: 100%; border: 0; display: block; }`,
  email: ({ url, title }, { looks }) => buttonRow(looks, 'video', { label: title, href: url }, 'quiet'),
};
