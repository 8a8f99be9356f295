/**
 * The line at the end of a page that names Bivouac. It brings its own ground and colours, light or dark as the visitor's system
 * is, so that it can be read on any page, and lies across the whole width, whatever the body's layout is.
 */
export const BRANDING = `<aside lang="en" dir="ltr" aria-label="Bivouac" style="${important(
  'all:revert;display:block;position:static;float:none;clear:both;visibility:visible;opacity:1;transform:none;order:2147483647;' +
    'flex:0 0 100%;grid-column:1/-1;width:auto;min-width:0;max-width:none;height:auto;max-height:none;margin:0;padding:12px 16px;border:0;' +
    'box-sizing:border-box;color-scheme:light dark;background:Canvas;color:CanvasText;font:400 14px/20px system-ui,sans-serif;' +
    'letter-spacing:normal;text-align:center;text-indent:0;text-transform:none;white-space:normal',
)}">Made with Bivouac</aside>`;

function important(style: string): string {
  return style
    .split(';')
    .map((declaration) => `${declaration}!important`)
    .join(';');
}
