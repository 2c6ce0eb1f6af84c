import { digester, type Checksum } from '../checksums/checksums.ts';
import { combineCrcs } from '../checksums/crc.ts';
import type { Part, Upload } from '../state/objects.index.ts';

/** The checksum of an upload from those of its parts: one over them (composite), or that of all bytes. */
export function joinChecksums(
  { algorithm, type }: NonNullable<Upload['checksum']>,
  parts: readonly Part[],
): Checksum {
  const digests: Buffer[] = parts.map(({ checksum }) => Buffer.from(checksum?.value ?? '', 'base64'));
  if (type === 'COMPOSITE' || algorithm === 'SHA1' || algorithm === 'SHA256') {
    const composite = digester(algorithm);
    for (const digest of digests) composite.update(digest);
    return { algorithm, type, value: `${composite.digest().toString('base64')}-${parts.length}` };
  }
  const joined = digests.reduce((first, second, at) =>
    combineCrcs(algorithm, first, second, parts[at]?.segment.sizeBytes ?? 0),
  );
  return { algorithm, type, value: joined.toString('base64') };
}
