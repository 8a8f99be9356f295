/**
 * The line at the end of a page that names Bivouac. It brings its own ground and colours, light or dark as the page says that it
 * is (`color-scheme`), so that it can be read on any page, and lies across the whole width, whatever the body's layout is. A `div` also
 * ends a drawing that nobody has closed.
 */
export const BRANDING = `<div role="complementary" lang="en" dir="ltr" aria-label="Bivouac" style="${style(
  'display:block;position:static;float:none;clear:both;visibility:visible;opacity:1;transform:none;order:2147483647;flex:0 0 100%;' +
    'grid-column:1/-1;width:auto;min-width:0;max-width:none;height:auto;max-height:none;margin:0;padding:12px 16px;border:0;' +
    'box-sizing:border-box;background:Canvas;color:CanvasText;font-family:system-ui,sans-serif;font-size:14px;' +
    'font-style:normal;font-weight:400;text-align:center;text-indent:0;text-transform:none;white-space:normal',
)};line-height:20px;letter-spacing:normal;word-spacing:normal">Made with Bivouac</div>`;

/** Stronger than the page's own. Not so the space between letters and lines, which people may set as they read best. */
function style(declarations: string): string {
  return declarations
    .split(';')
    .map((declaration) => `${declaration}!important`)
    .join(';');
}
