import { CaptionError } from './caption-faults.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The text of a caption file: in Unicode, with or without a byte order mark, or in `encoding`. Throws `CaptionError`
 * where it is not Unicode and no encoding is given.
 */
export function decodeCaptions(bytes: Bytes, encoding: string | null = unicodeOf(bytes)): string {
  if (encoding === null) throw new CaptionError({ reason: 'captions_encoding' });
  return new TextDecoder(encoding).decode(bytes);
}

/** `null` for another encoding. */
function unicodeOf(bytes: Bytes): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return utf16Of(bytes) ?? (isUtf8(bytes) ? 'utf-8' : null);
}

/** Without a mark: of ASCII characters in UTF-16, one byte is NUL, always on the same side. */
function utf16Of(bytes: Bytes): string | undefined {
  const start = bytes.subarray(0, 10_000);
  const nuls = [0, 0] as [number, number];
  for (const [at, byte] of start.entries()) if (byte === 0) nuls[at % 2]! += 1;
  const [even, odd] = nuls;
  if (Math.max(even, odd) * 20 < start.length) return undefined;
  if (odd > even * 4) return 'utf-16le';
  return even > odd * 4 ? 'utf-16be' : undefined;
}

/** Also with a few damaged characters. */
function isUtf8(bytes: Bytes): boolean {
  const text = new TextDecoder().decode(bytes);
  const wrong = text.match(/\uFFFD/g)?.length ?? 0;
  const right = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return wrong * 2 <= right;
}

/** Encodings from before Unicode, and the languages that were written in them. */
export const LEGACY_ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': ['en', 'fr', 'es', 'de', 'pt', 'it', 'nl', 'sv', 'da', 'nb', 'no', 'fi', 'is'],
  'windows-1250': ['pl', 'cs', 'hu', 'sk', 'ro', 'hr', 'sl', 'bs', 'sq'],
  'windows-1251': ['ru', 'uk', 'bg', 'sr', 'be', 'mk'],
  'windows-1253': ['el'],
  'windows-1254': ['tr', 'az'],
  'windows-1255': ['he'],
  'windows-1256': ['ar', 'fa', 'ur'],
  'windows-1257': ['lt', 'lv', 'et'],
  'windows-1258': ['vi'],
  'windows-874': ['th'],
  shift_jis: ['ja'],
  'euc-jp': ['ja'],
  gb18030: ['zh', 'zh-Hans', 'zh-CN'],
  big5: ['zh-Hant', 'zh-TW', 'zh-HK'],
  'euc-kr': ['ko'],
  'koi8-r': ['ru'],
  ibm866: ['ru'],
  macintosh: ['en', 'fr', 'es', 'de'],
};

/** The one that a file with captions in a language most likely has. */
export function likelyEncoding(language: string): string {
  const encodings = Object.entries(LEGACY_ENCODINGS);
  const of = (tag: string) => encodings.find(([, tags]) => tags.includes(tag))?.[0];
  return of(language) ?? of(language.split('-')[0]!) ?? 'windows-1252';
}
