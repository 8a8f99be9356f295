/** Reads CSV as RFC 4180 says, one character after the other: slow, and plain enough to be trusted. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === ',' || (character === '\r' && text[i + 1] === '\n')) {
      row.push(cell);
      cell = '';
      if (character === ',') continue;
      i += 1;
      rows.push(row);
      row = [];
    } else cell += character;
  }
  if (cell !== '' || row.length > 0 || quoted) throw new Error('The last line is not ended');
  return rows;
}
