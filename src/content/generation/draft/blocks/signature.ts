import type { BlockView } from '../context.ts';
import { mailName, mailText, mailThumb, row } from '../mail-parts.ts';

export const signature: BlockView<'signature'> = {
  email({ name, role, text, picture }, { looks }) {
    const words = `${mailName(looks, name)}${role ? mailText(looks, role, 'soft', 'margin:0', 15) : ''}${text ? mailText(looks, text, 'soft', 'margin:4px 0 0', 15) : ''}`;
    const content = picture
      ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td valign="top" width="72">${mailThumb(picture.url, picture.alt, 56, 28)}</td><td valign="middle">${words}</td></tr></table>`
      : words;
    return row('signature', 'padding-top:24px', content);
  },
};
