/** Addresses of `example.test` that behave in tests as some real ones do; `bounced+anything@example.test` is another one of its kind. */
export type Behaviour = 'bounced' | 'complained' | 'slow';

const MAGIC = /^(bounced|complained|slow)(?:\+[^@]*)?@example\.test$/i;

export const behaviourOf = (address: string): Behaviour | undefined => MAGIC.exec(address)?.[1]?.toLowerCase() as Behaviour | undefined;
