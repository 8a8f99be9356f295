interface Output {
  write(text: string): unknown;
}

export interface Progress {
  step(words: string): void;
  /** Wraps an output whose lines appear above the progress. */
  under<Lines extends Output>(lines: Lines): Lines | Output;
  done(): void;
}

const CLEARED = '\r\u001b[K';

/** One line, cleared when the start is over. On terminals only: a file would keep it. */
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
