interface Output {
  write(text: string): unknown;
}

/** Tells what a start is at; `done` when it is over. */
export interface Progress {
  step(words: string): void;
  /** The same output for lines that may come meanwhile: they stand above. */
  under<Lines extends Output>(lines: Lines): Lines | Output;
  done(): void;
}

const CLEARED = '\r\u001b[K';

/** In one line, which is gone when the start is over. Only a terminal shows it: a file would keep it. */
export function progressOn(stream: Pick<NodeJS.WriteStream, 'isTTY'> & Output): Progress {
  if (!stream.isTTY) return { step() {}, under: (lines) => lines, done() {} };
  let shown = '';
  const show = (words: string) => {
    if (shown || words) stream.write(`${CLEARED}${words}`);
    shown = words;
  };
  return {
    step: (words) => show(`${words} …`),
    under: (lines) => ({
      write(text) {
        const words = shown;
        show('');
        lines.write(text);
        show(words);
      },
    }),
    done: () => show(''),
  };
}
