/** Finds the sound alone among the renditions of a multivariant playlist (RFC 8216 §4.3.4.2). Pure. */

interface Variant {
  readonly url: string;
  /** Bits per second. */
  readonly bitrate: number;
  readonly width?: number;
  /** From the attribute CODECS. */
  readonly audioCodec?: string | undefined;
  readonly videoCodec?: string | undefined;
}

/** The address of the smallest rendition without a picture, beside others that have one; `null` where there is none. */
export function soundAlone(variants: readonly Variant[]): string | null {
  const sounds = variants.filter((variant) => !hasPicture(variant) && variant.audioCodec);
  if (!variants.some(hasPicture)) return null;
  return sounds.toSorted((a, b) => a.bitrate - b.bitrate)[0]?.url ?? null;
}

const hasPicture = ({ width = 0, videoCodec }: Variant): boolean => width > 0 || Boolean(videoCodec);
