import { Parser } from 'htmlparser2';

export interface Parsed {
  /** Each element with the names of its attributes. */
  shape: string[];
  elements: { name: string; attributes: Record<string, string> }[];
  /** All text of the body, and the title. */
  text: string;
}

const SPACE = /\s+/gu;
export const spaced = (text: string): string => text.replace(SPACE, ' ');

export function parsed(html: string): Parsed {
  const elements: Parsed['elements'] = [];
  let text = '';
  let styles = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      elements.push({ name, attributes });
      if (name === 'style') styles++;
    },
    onclosetag(name) {
      if (name === 'style') styles--;
    },
    ontext(data) {
      if (styles === 0) text += data;
    },
  });
  parser.write(html);
  parser.end();
  return { shape: elements.map(({ name, attributes }) => `${name} ${Object.keys(attributes).join(' ')}`), elements, text: spaced(text) };
}
