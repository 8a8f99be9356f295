/** The text part of an email, as it is derived from the HTML. */
import { describe, expect, it } from 'vitest';
import { plainTextOf } from '../../../src/content/versions/plain-text.ts';

const shop = 'https://shop.example/';

describe('links in a text', () => {
  it.each([
    ['words', `Visit <a href="${shop}">our shop</a> today`, `Visit our shop: ${shop} today`],
    ['a block', `<a href="${shop}"><h2>Spring</h2></a><p>Next</p>`, `SPRING: ${shop}\n\nNext`],
    [
      'several blocks',
      `<a href="${shop}"><p>Spring is here.</p><p>Come by</p></a><p>Next</p>`,
      `Spring is here.\n\nCome by: ${shop}\n\nNext`,
    ],
    ['a table', `<a href="${shop}"><table><tr><td>Shop</td></tr></table></a>Next`, `Shop: ${shop}\nNext`],
    ['a picture', `<a href="${shop}"><div><img src="x.png" alt="Our shop"></div></a>`, `Our shop: ${shop}`],
    ['a picture that says nothing', `<div><a href="${shop}"><img src="x.png" alt=""></a></div><p>Next</p>`, `${shop}\n\nNext`],
    ['its own address', `<a href="${shop}"><div>${shop}</div></a>`, shop],
  ])('keep their addresses around %s', (_what, html, text) => {
    expect(plainTextOf(html)).toBe(text);
  });

  it.each([
    ['<a href="tel:+46701740605">+46701740605</a>', '+46701740605'],
    ['<a href="tel:+46701740605">+46 (70) 174-06.05</a>', '+46 (70) 174-06.05'],
    ['<a href="TEL:0701740605">070/174 06 05</a>', '070/174 06 05'],
    ['<a href="tel:+46701740605">Call us</a>', 'Call us: +46701740605'],
    ['<a href="tel:+46701740605">+46 70 174 06 06</a>', '+46 70 174 06 06: +46701740605'],
    ['<a href="mailto:ada@shop.example">ada@shop.example</a>', 'ada@shop.example'],
  ])('say a phone number or an address once: %s', (html, text) => {
    expect(plainTextOf(html)).toBe(text);
  });
});

describe('lists in a text', () => {
  it.each([
    ['begin where they say', '<ol start="4"><li>a</li><li>b</li></ol>', '4. a\n5. b'],
    ['begin below nothing', '<ol start="-1"><li>a</li><li>b</li></ol>', '-1. a\n0. b'],
    ['go on from an item’s own number', '<ol><li>a</li><li value="7">b</li><li>c</li></ol>', '1. a\n7. b\n8. c'],
    ['count each by itself', '<ol start="3"><li>a<ol><li>x</li></ol></li><li>b</li></ol>', '3. a\n  1. x\n4. b'],
    ['pass over what is no number', '<ol start="x"><li>a</li><li value="1e9">b</li></ol>', '1. a\n2. b'],
    ['have no numbers where they have bullets', '<ul><li value="7">a</li></ul>', '* a'],
  ])('%s', (_what, html, text) => {
    expect(plainTextOf(html)).toBe(text);
  });
});

describe('a preheader', () => {
  it.each([
    ['that is put in', '<div data-preheader>Spring is here</div>'],
    ['that is not displayed', '<div style="display:none;max-height:0">Spring is here</div>'],
    ['that is invisible', '<span style="color:transparent; visibility : hidden">Spring is here</span>'],
    ['without height', '<div style="max-height:0px;overflow:hidden">Spring is here</div>'],
    ['that can be seen through', '<div style="opacity: 0;">Spring is here</div>'],
    ['without size', '<div style="font-size:0;line-height:0">Spring is here</div>'],
    ['that is hidden', '<div hidden>Spring is here</div>'],
    ['with what fills the space behind it', `<div style="display:none">Spring is here</div>${'&#847;&zwnj;&nbsp;'.repeat(9)}`],
  ])('%s is no part of the text', (_what, preheader) => {
    expect(plainTextOf(`<body>${preheader}<p>Hi</p></body>`).trim()).toBe('Hi');
  });

  it.each(['opacity:0.5', 'max-height:0.5em', 'font-size:0.9em', 'max-height:600px'])('and what is seen is: %s', (style) => {
    expect(plainTextOf(`<body><p style="${style}">Spring</p><p>Hi</p></body>`)).toBe('Spring\n\nHi');
  });

  it('is not looked for in what joins letters', () => {
    expect(plainTextOf('<p>می&zwnj;روم 👨&zwj;👩 Ver&shy;sand</p>')).toBe('می\u200cروم 👨\u200d👩 Versand');
  });

  it('leaves what is within a row without size, and has one', () => {
    expect(plainTextOf('<div style="font-size:0"><span>x</span><div style="font-size:16px">Hi</div> </div>')).toBe('Hi');
  });
});
