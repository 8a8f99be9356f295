import { normal } from '../reader/words.ts';
import { already, type Context, cited, done, failed, type Outcome, set, insert } from './outcome.ts';

export function picture({ draft, assets, words }: Context, what: string, use: 'hero' | 'gallery' | 'logo' | 'any'): Outcome {
  const images = assets.filter(({ contentType }) => contentType.startsWith('image/'));
  const named = what === '' ? images : images.filter(({ fileName }) => normal(fileName) === normal(what));
  if (images.length === 0) return failed('No picture came with the message. Attach it, and say again where it goes.', 'left_out');
  const [first] = named;
  if (!first) return failed(`There is no file ${cited(what)} among those that came with the message.`);
  const shots = named.map(({ url, fileName }) => ({ url, alt: altOf(fileName) }));
  if (use === 'logo')
    return draft.logo_url === first.url
      ? already('It is the logo already.')
      : done([set('logo_url', first.url)], `${cited(first.fileName)} is the logo.`);
  const gallery = draft.blocks.find((block) => block.kind === 'gallery');
  const hero = draft.blocks.find((block) => block.kind === 'hero');
  if (use === 'gallery' || (use === 'any' && named.length > 1)) {
    if (gallery?.id)
      return done(
        shots.map((shot, i) => set(`${gallery.id}.items[${gallery.items.length + i}]`, shot)),
        'The pictures are in the gallery.',
      );
    const after = draft.blocks[Math.min(1, draft.blocks.length - 1)]?.id;
    const heading = words.headings.gallery;
    return insert({ kind: 'gallery', ...(heading && { heading }), items: shots }, after, 'A gallery with the pictures is added.');
  }
  if (named.length > 1) return failed(`Several pictures came with the message. Say which by its name, such as ${cited(first.fileName)}.`);
  if (!hero?.id) return failed('There is no place for it at the top.');
  if (hero.picture && 'url' in hero.picture && hero.picture.url === first.url) return already('It stands there already.');
  return done([set(`${hero.id}.picture`, shots[0])], `${cited(first.fileName)} is the picture at the top.`);
}

const altOf = (fileName: string): string =>
  fileName
    .replace(/\.[a-z0-9]+$/iu, '')
    .replace(/[-_]+/g, ' ')
    .trim();
