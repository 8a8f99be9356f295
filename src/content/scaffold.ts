import { escapeHtml } from '../shared/html.ts';
import type { Brand } from './generation/generator.ts';

/** What the blank design says where the email is to say something. */
export const PLACEHOLDER = 'This is where your story goes: one thing to say, in a few words, and what to do next.';

/**
 * The blank design that an email starts with: one column that fits a phone, in light and in dark, in tables because that is
 * what every mail program lays out alike.
 */
export function scaffold(brand: Brand): string {
  // A brace of the name's own must not begin a merge tag.
  const name = escapeHtml(brand.name).replaceAll('{', '&#123;');
  const accent = brand.primaryColor ?? '#245c4a';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${name}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #14201c !important; }
  .card { background: #1d2b27 !important; }
  .ink { color: #f1f4f2 !important; }
  .soft { color: #a9bab3 !important; }
}
@media (max-width: 480px) {
  .room { padding-left: 24px !important; padding-right: 24px !important; }
  .title { font-size: 26px !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f4efe4;-webkit-text-size-adjust:100%">
<div role="main">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4efe4">
<tr><td align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border-radius:0 0 12px 12px;border-top:6px solid ${accent};font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<tr><td class="room ink" style="padding:32px 40px 0;font-size:15px;line-height:1.4;font-weight:600;color:#1d2b27">${name}</td></tr>
<tr><td class="room" style="padding:28px 40px 0"><h1 class="title ink" style="margin:0;font-size:30px;line-height:1.2;font-weight:700;color:#1d2b27">Hello {{contact.first_name | default: "there"}}</h1></td></tr>
<tr><td class="room" style="padding:16px 40px 40px"><p class="ink" style="margin:0;font-size:17px;line-height:1.6;color:#1d2b27">${PLACEHOLDER}</p></td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<tr><td class="room soft" align="center" style="padding:24px 40px 0;font-size:13px;line-height:1.6;color:#5a6a64"><p style="margin:0">You receive this email because you are in touch with ${name}.</p><p style="margin:0"><a class="soft" href="{{unsubscribe_url}}" style="color:#5a6a64;text-decoration:underline">Unsubscribe</a></p></td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</div>
</body>
</html>
`;
}
