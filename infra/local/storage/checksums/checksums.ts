import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The SDK's default algorithm, and that of signed chunks. Others are ignored. */
export const CHECKSUM_ALGORITHMS = ['CRC32', 'SHA256'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** A checksum of a whole object. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** In base64. */
  readonly value: string;
}

/** Computes a checksum incrementally. */
export interface Digester {
  update(bytes: Uint8Array): void;
  digest(): Buffer;
}

export const checksumHeader = (algorithm: ChecksumAlgorithm): string =>
  `x-amz-checksum-${algorithm.toLowerCase()}`;

export const DIGEST_BYTES: Readonly<Record<ChecksumAlgorithm, number>> = { CRC32: 4, SHA256: 32 };

export function digester(algorithm: ChecksumAlgorithm): Digester {
  if (algorithm === 'SHA256') {
    const hash = createHash('sha256');
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest() };
  }
  let sum = 0;
  return {
    update: (bytes) => {
      sum = crc32(bytes, sum);
    },
    digest: () => {
      const digest = Buffer.alloc(4);
      digest.writeUInt32BE(sum);
      return digest;
    },
  };
}

export const checksumHeaders = ({ algorithm, value }: Checksum): Record<string, string> => ({
  [checksumHeader(algorithm)]: value,
  'x-amz-checksum-type': 'FULL_OBJECT',
});
