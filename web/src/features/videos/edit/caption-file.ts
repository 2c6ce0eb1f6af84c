import { MAX_CAPTION_MB, MAX_CAPTION_TEXT } from '#shared/plain/captions/caption-limits.ts';
import { decodeCaptions } from '#shared/plain/captions/decode-captions.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** In bytes; a character has up to three. Larger requests do not reach the API. */
const MAX_FILE_BYTES = MAX_CAPTION_TEXT * 2;

type Bytes = Uint8Array<ArrayBuffer>;

/** The content of a file that a person chose. Throws `UnreadableFile`. */
export async function bytesOf(file: File): Promise<Bytes> {
  if (file.size > MAX_FILE_BYTES)
    throw new UnreadableFile(t('errors.captions_too_large', { max_mb: MAX_CAPTION_MB }));
  return new Uint8Array(await file.arrayBuffer());
}

/** `null` for text that is not in Unicode. Throws `UnreadableFile` for what is no text. */
export function textOf(bytes: Bytes): string | null {
  try {
    return decodeCaptions(bytes);
  } catch {
    if (bytes.includes(0)) throw new UnreadableFile(t('errors.captions_encoding'));
    return null;
  }
}

/** Its message is for the person. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
