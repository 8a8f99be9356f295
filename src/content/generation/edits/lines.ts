import type { Block, Draft } from '../draft/draft.ts';

/** Single lines of a draft that have names of their own. */
export interface NamedLine {
  name: RegExp;
  path: (draft: Draft) => string | undefined;
  title: string;
  /** Its words are sentences. */
  prose?: true;
  /** It can be changed and not removed. */
  fixed?: true;
}

const within =
  (kind: Block['kind'], field: string) =>
  (draft: Draft): string | undefined => {
    const id = draft.blocks.find((block) => block.kind === kind)?.id;
    return id && `${id}.${field}`;
  };

const LINES: NamedLine[] = [
  {
    name: /^(?:eyebrow|kicker|dachzeile|surtitre|(?:small )?(?:line|text|words) (?:above|over) the (?:headline|heading|title))$/iu,
    path: within('hero', 'eyebrow'),
    title: 'The line above the headline',
  },
  {
    name: /^(?:(?:text|line|sentence|words?|paragraph) (?:under|below|beneath) the (?:headline|heading|title)|(?:text|sentence|line|words?|intro(?:duction)?) (?:at|on) (?:the )?top|sub-?(?:headline|heading|title|line)|tagline|lede|intro(?:duction)? (?:text|line))$/iu,
    path: within('hero', 'text'),
    title: 'The text under the headline',
    prose: true,
  },
  {
    name: /^(?:greeting|salutation|hello|anrede|saludo|saluto|saudação|aanhef|hälsning)$/iu,
    path: within('letter', 'greeting'),
    title: 'The greeting',
  },
  {
    name: /^(?:closing|ending|sign[- ]?off(?: line)?|regards|grußformel|schluss)$/iu,
    path: within('letter', 'closing'),
    title: 'The closing',
  },
  {
    name: /^(?:order |bestell|commande )?(?:number|nummer|no\.?|numéro|número|numero|numer)(?: of the order)?$/iu,
    path: within('order', 'number'),
    title: 'The number of the order',
  },
  {
    name: /^(?:(?:note|text|line|sentence|hinweis|satz|text)\s+)?(?:under|below|beneath|unter|sous|debajo del?|sotto|abaixo do|onder)\s+(?:the\s+|dem\s+|le\s+|el\s+|il\s+|het\s+)?(?:button|form|formular|knopf|formulaire|bouton|formulario|modulo|formulier)(?:\s+(?:noch|auch|also|a|the|den|einen|un|una|une|een|nog)){0,2}(?:\s+(?:note|text|line|sentence|hinweis|satz|phrase|frase|zin))?$/iu,
    path: within('form', 'note'),
    title: 'The note under the form',
    prose: true,
  },
  { name: /^logo$/iu, path: () => 'logo_url', title: 'The logo' },
  { name: /^(?:preview(?: text)?|preheader)$/iu, path: () => 'preview_text', title: 'The preview text' },
  {
    name: /^(?:browser|tab|document|meta|seo|html)\s*(?:title)?$|^(?:meta|seo|browser|tab|document) title$|^title tag$/iu,
    path: () => 'title',
    title: 'The title',
    fixed: true,
  },
  {
    name: /^(?:(?:meta|seo|page)\s+)?(?:description|beschreibung|descripción|descrizione|descrição|beschrijving|beskrivning|opis)$/iu,
    path: () => 'description',
    title: 'The description',
    fixed: true,
  },
  { name: /^(?:small print|footer(?: text)?|fine print)$/iu, path: within('footer', 'text'), title: 'The footer', fixed: true },
];

export const lineNamed = (words: string): NamedLine | undefined => LINES.find(({ name }) => name.test(words));
