/** Certificates as providers sign with: their own, of keys made on the spot. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface Signer {
  privateKey: KeyObject;
  /** PEM. */
  certificate: string;
}

/** An RSA key and its certificate, which it has signed itself. Times as `20260101000000Z`. */
export function createSigner(from = '20200101000000Z', to = '20400101000000Z'): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = createPrivateKey(privateKey);
  const algorithm = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex')); // sha256WithRSAEncryption
  const name = der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('sns.amazonaws.com')))));
  const validity = der(0x30, der(0x18, Buffer.from(from)), der(0x18, Buffer.from(to)));
  const version = der(0xa0, Buffer.from('020102', 'hex'));
  const body = der(0x30, version, Buffer.from('020101', 'hex'), algorithm, name, validity, name, publicKey);
  const whole = der(0x30, body, algorithm, der(0x03, Buffer.from([0]), sign('RSA-SHA256', body, key)));
  const lines = whole.toString('base64').match(/.{1,64}/g) as string[];
  return { privateKey: key, certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n` };
}

/** One value of ASN.1: tag, length, what is in it. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
