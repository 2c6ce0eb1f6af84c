import { createHash, type Hash } from 'node:crypto';
import { digester, type ChecksumAlgorithm, type Digester } from './checksums.ts';

export interface Digests {
  readonly sizeBytes: number;
  readonly md5: Buffer;
  /** In hex, if requested. */
  readonly sha256: string | undefined;
  readonly checksum?: { readonly algorithm: ChecksumAlgorithm; readonly digest: Buffer };
}

/** Computes the requested digests of a body while it is streamed. */
export class BodyDigester {
  readonly #md5: Hash = createHash('md5');
  readonly #sha256: Hash | undefined;
  readonly #checksum: { readonly algorithm: ChecksumAlgorithm; readonly digester: Digester } | undefined;
  sizeBytes = 0;

  constructor(algorithm: ChecksumAlgorithm | undefined, { wantsSha256 }: { readonly wantsSha256: boolean }) {
    this.#sha256 = wantsSha256 ? createHash('sha256') : undefined;
    this.#checksum = algorithm && { algorithm, digester: digester(algorithm) };
  }

  update(bytes: Buffer): void {
    this.sizeBytes += bytes.length;
    this.#md5.update(bytes);
    this.#sha256?.update(bytes);
    this.#checksum?.digester.update(bytes);
  }

  finish(): Digests {
    const checksum = this.#checksum;
    return {
      sizeBytes: this.sizeBytes,
      md5: this.#md5.digest(),
      sha256: this.#sha256?.digest('hex'),
      ...(checksum && { checksum: { algorithm: checksum.algorithm, digest: checksum.digester.digest() } }),
    };
  }
}
