import type { Draft, EmailDraft } from './generation/draft/draft.ts';
import { rendered } from './generation/draft/render.ts';
import type { Brand } from './generation/generator.ts';

/** What the blank design says where the email is to say something. */
export const PLACEHOLDER = 'This is where your story goes: one thing to say, in a few words, and what to do next.';

const ACCENT = '#245c4a';

/** The blank design that an email starts with: a greeting, a place for the story, and the looks of the workspace. */
export function scaffold({ name, primaryColor, logoUrl }: Brand): { draft: Draft; html: string } {
  // A brace of the name's own must not begin a merge tag.
  const heading = name.replace(/\{(?=[{%])/g, '{\u2060');
  const draft: EmailDraft = {
    lang: 'en',
    title: heading,
    name: heading,
    ...(logoUrl && { logo_url: logoUrl }),
    theme: { tone: 'natural', primary: sixDigits(primaryColor ?? ACCENT) },
    blocks: [
      {
        kind: 'hero',
        id: 'top',
        heading: 'Hello {{contact.first_name | default: "there"}}',
        text: PLACEHOLDER,
        layout: 'plain',
      },
    ],
  };
  return rendered(draft, 'email');
}

/** Whether nothing has been written yet that could be changed. */
export const isBlank = (html: string): boolean => html.includes(PLACEHOLDER);

/** `#rgb` as `#rrggbb`. */
export const sixDigits = (hex: string): string => (hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex);
