import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of sealed data; another format would have another. */
const FORM = 1;

/** Encrypts secrets in the database. They open only at the place they were sealed for. */
export interface Sealing {
  seal(place: string, plain: Buffer): Buffer;
  /** @throws for another secret or place, or changed data */
  open(place: string, sealed: Buffer): Buffer;
}

/** @param purpose secrets of one purpose do not open under another */
export function createSealing(secret: string, purpose: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    seal(place, plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
      return Buffer.concat([Buffer.of(FORM), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(place, sealed) {
      if (sealed[0] !== FORM) throw new Error('The sealed secret has an unknown form.');
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
