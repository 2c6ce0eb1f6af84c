import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { crc32c, Crc64Nvme } from './crc.ts';

export const CHECKSUM_ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** A composite one is made of the parts' checksums, and ends in their number: `AAAAAA==-3`. */
export type ChecksumType = 'COMPOSITE' | 'FULL_OBJECT';

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** In base64. */
  readonly value: string;
  readonly type: ChecksumType;
}

/** Computes a checksum of bytes that come one piece after another. */
export interface Digester {
  update(bytes: Uint8Array): void;
  digest(): Buffer;
}

export const isChecksumAlgorithm = (name: string | undefined): name is ChecksumAlgorithm =>
  CHECKSUM_ALGORITHMS.some((algorithm) => algorithm === name);

export const checksumHeader = (algorithm: ChecksumAlgorithm): string =>
  `x-amz-checksum-${algorithm.toLowerCase()}`;

/** The element of that checksum in S3's documents. */
export const checksumElement = (algorithm: ChecksumAlgorithm): string => `Checksum${algorithm}`;

export const DIGEST_BYTES: Readonly<Record<ChecksumAlgorithm, number>> = {
  CRC32: 4,
  CRC32C: 4,
  CRC64NVME: 8,
  SHA1: 20,
  SHA256: 32,
};

export function digester(algorithm: ChecksumAlgorithm): Digester {
  switch (algorithm) {
    case 'CRC32':
      return crc((bytes, sum) => crc32(bytes, sum));
    case 'CRC32C':
      return crc(crc32c);
    case 'CRC64NVME':
      return new Crc64Nvme();
    case 'SHA1':
    case 'SHA256': {
      const hash = createHash(algorithm.toLowerCase());
      return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest() };
    }
  }
}

function crc(next: (bytes: Uint8Array, sum: number) => number): Digester {
  let sum = 0;
  return {
    update: (bytes) => {
      sum = next(bytes, sum);
    },
    digest: () => {
      const digest = Buffer.alloc(4);
      digest.writeUInt32BE(sum);
      return digest;
    },
  };
}

export const checksumHeaders = ({ algorithm, value, type }: Checksum): Record<string, string> => ({
  [checksumHeader(algorithm)]: value,
  'x-amz-checksum-type': type,
});
