import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';

const BLOCK_BYTES = 4 * 1024 * 1024;

/** First boxes of an MP4 (ISO/IEC 14496-12 §4.3): `ftyp`, and the header of an `mdat` that extends to the end. */
const MP4_HEAD = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41\0\0\0\0mdat', 'latin1');

/** Writes a file of exactly `sizeBytes`: the start of an MP4, then random bytes. Returns its SHA-256 in hex. */
export function writeBigFile(path: string, sizeBytes: number): string {
  // The cipher's key stream is much faster than the system's random bytes.
  const noise = createCipheriv('aes-128-ctr', randomBytes(16), randomBytes(16));
  const zeros = Buffer.alloc(BLOCK_BYTES);
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  for (let written = 0; written < sizeBytes; written += BLOCK_BYTES) {
    const block = noise.update(zeros.subarray(0, Math.min(BLOCK_BYTES, sizeBytes - written)));
    if (written === 0) MP4_HEAD.copy(block);
    hash.update(block);
    writeSync(file, block);
  }
  closeSync(file);
  return hash.digest('hex');
}

/** Returns the SHA-256 of a stream in hex. */
export async function sha256Of(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of stream) hash.update(block as Buffer);
  return hash.digest('hex');
}
