import { hkdfSync } from 'node:crypto';

interface Curve {
  /** Of its base point. */
  readonly order: bigint;
  /** Of a private key. */
  readonly bytes: number;
}

/** Source: NIST SP 800-186, 3.2.1.3 and 3.2.1.4. */
export const P_256: Curve = {
  order: BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'),
  bytes: 32,
};
export const P_384: Curve = {
  order: BigInt(
    '0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
  ),
  bytes: 48,
};

/**
 * Derives a private key from a random secret, by extra random bits (NIST FIPS 186-5, A.2.1). CloudFormation makes secrets,
 * but no key pairs. In hex, with leading zeros.
 */
export function curveScalar(secret: string, purpose: string, { order, bytes }: Curve): string {
  const bits = Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes + 8)).toString('hex');
  return ((BigInt(`0x${bits}`) % (order - 1n)) + 1n).toString(16).padStart(2 * bytes, '0');
}
