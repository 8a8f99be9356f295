import { at, box, circle, type Ink, type Drawing, path } from './draw.ts';

/** Tiles of quarter circles, for what has no picture of its own. */
export const shapes: Drawing = {
  colour: '#2f5d62',
  shape: 'things',
  draw({ w, h, chance }) {
    const columns = Math.max(3, Math.round(w / (Math.min(w, h) / 3.4)));
    const size = w / columns;
    const rows = Math.ceil(h / size);
    const inks: Ink[] = ['far', 'mid', 'near', 'deep', 'glow', 'paper', 'sky'];
    let all = '';
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const [x, y] = [column * size, row * size];
        const ground = chance.whole(0, 6);
        const ink = inks[(ground + chance.whole(1, 5)) % 7] as Ink;
        all += box(inks[ground] as Ink, x, y, size + 0.5, size + 0.5);
        const kind = chance.whole(0, 5);
        if (kind <= 1) {
          const [cx, cy] = chance.pick([
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ] as const);
          const sweep = cx === cy ? 1 : 0;
          all += path(
            ink,
            `M${at(x + cx * size, y + cy * size)}h${at(cx ? -size : size)}A${at(size, size)} 0 0 ${sweep} ${at(x + cx * size, y + (cy ? 0 : size))}Z`,
          );
        } else if (kind === 2) all += circle(ink, x + size / 2, y + size / 2, size * 0.36);
        else if (kind === 3) all += path(ink, `M${at(x, y + size)}L${at(x + size, y)}V${at(y + size)}Z`);
        else if (kind === 4)
          all += path(
            ink,
            `M${at(x, y + size / 2)}a${at(size / 2, size / 2)} 0 0 1 ${at(size, 0)}ZM${at(x, y + size)}a${at(size / 2, size / 2)} 0 0 1 ${at(size, 0)}Z`,
          );
        else all += [0.125, 0.375, 0.625, 0.875].map((share) => box(ink, x, y + size * (share - 0.0625), size, size * 0.11)).join('');
      }
    return all;
  },
};
