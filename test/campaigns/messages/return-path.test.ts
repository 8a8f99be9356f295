import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReturnPaths, looksLikeReturnPath } from '../../../src/campaigns/messages/return-path.ts';
import { newId } from '../../../src/platform/ids.ts';

const paths = createReturnPaths('a secret for the tests', 'bounces.example.com');
const ids = fc.uuid({ version: 7 });

describe('a return path', () => {
  it('names its delivery, in any case, and fits into an address', () => {
    fc.assert(
      fc.property(ids, ids, (workspaceId, deliveryId) => {
        const address = paths.write({ workspaceId, deliveryId });
        expect(address).toMatch(/^bounce\+[a-z2-7]+@bounces\.example\.com$/);
        expect(address.indexOf('@')).toBeLessThanOrEqual(64);
        expect(paths.read(address)).toEqual({ workspaceId, deliveryId });
        expect(paths.read(address.toUpperCase())).toEqual({ workspaceId, deliveryId });
      }),
    );
  });

  it('is refused when any letter of it was changed, of another secret, and of another domain', () => {
    const of = { workspaceId: newId(), deliveryId: newId() };
    const address = paths.write(of);
    for (let i = 0; i < address.length; i++)
      expect(paths.read(address.slice(0, i) + (address[i] === 'a' ? 'b' : 'a') + address.slice(i + 1))).toBeNull();
    expect(createReturnPaths('another secret', 'bounces.example.com').read(address)).toBeNull();
    expect(createReturnPaths('a secret for the tests', 'example.com').read(address)).toBeNull();
  });

  it('is seen to have been one when it was cut off, and nobody else’s is', () => {
    const address = paths.write({ workspaceId: newId(), deliveryId: newId() });
    for (const like of [address, address.toUpperCase(), `${address.slice(0, 40)}@bounces.example.com`])
      expect(looksLikeReturnPath(like)).toBe(true);
    for (const other of [
      'hello@example.com',
      'bounce+@example.com',
      'bounce+1f2e3d.4c5b6a-ada=mail.example@mg.example.com',
      'bounces+12345678-abcd-ada=mail.example@em.example.com',
    ])
      expect(looksLikeReturnPath(other)).toBe(false);
  });

  it('never throws at what is none', () => {
    fc.assert(fc.property(fc.string(), (text) => paths.read(`bounce+${text}@bounces.example.com`) === null && paths.read(text) === null));
  });
});
