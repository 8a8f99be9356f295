import { describe, expect, it } from 'vitest';
import { isHtmlDocument } from '../../src/shared/html.ts';

describe('a whole HTML document', () => {
  it.each([
    '<!doctype html><p>Hi',
    '\ufeff \n<!DOCTYPE  HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><p>Hi',
    '<!-- a --><!-- <!doctype html> -->\n<!doctype html>',
    '<!--><!doctype html>',
  ])('is %j', (text) => {
    expect(isHtmlDocument(text)).toBe(true);
  });

  it.each([
    '',
    '<p>Hi',
    '<!-- <!doctype html> --><p>Hi',
    '<!-- <!doctype html><p>Hi',
    '<p>Hi<!doctype html>',
    '<!doctype htmlish>',
    '<!doctype svg>',
  ])('is not %j', (text) => {
    expect(isHtmlDocument(text)).toBe(false);
  });
});
