import { describe, expect, it } from 'vitest';
import { wantsNoPicture } from '../../../src/content/generation/picture-wish.ts';

describe('a wish for no pictures', () => {
  it.each([
    'page for a dog walking business, no pictures',
    'A bakery in York. Please don’t use any stock photos.',
    'text only, it is for a slow network',
    'Seite für eine Bäckerei, ohne Bilder',
    'Bitte keine Fotos verwenden',
    'page de vente, pas de photos',
    'Página de una panadería sin imágenes',
    'pagina senza immagini',
    'página sem fotos',
    'geen afbeeldingen graag',
    'en sida utan bilder',
    'strona bez zdjęć',
    '犬の散歩のページ、画像なし',
    '网站，不要图片',
    '사진 없이 만들어 주세요',
    'fotoğrafsız bir sayfa',
    'сторінка без зображень',
    'صفحة بدون صور',
    'बिना तस्वीर का पेज',
  ])('stands in: %s', (prompt) => expect(wantsNoPicture(prompt)).toBe(true));

  it.each([
    'page for a photographer in Bath',
    'A landing page with a big picture of the sea',
    'We never close. Photos of the shop are on Instagram.',
    'Seite für ein Fotostudio',
    'text us for a price',
    'ページ：写真スタジオ',
  ])('does not stand in: %s', (prompt) => expect(wantsNoPicture(prompt)).toBe(false));

  it('is looked for in time that grows with the prompt', () => {
    const start = performance.now();
    for (const piece of ['no ', 'no pictur ', 'without any ', '写真', 'kein']) wantsNoPicture(piece.repeat(10_000 / piece.length));
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
