import { CaptionError } from './parse-captions.ts';

/** The text of a caption file: UTF-8, or UTF-16 with its byte order mark. Throws `CaptionError` for any other. */
export function decodeCaptions(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw new CaptionError({ reason: 'captions_encoding' });
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
