import { TITLE_MAX_LENGTH } from '../../../../../shared/limits.ts';

/** A title to begin with, from a file's name: without its extension, and with spaces where names have other marks. */
export function titleOfFile(name: string): string {
  const words = name
    .normalize('NFC')
    .replace(/\.[\p{L}\p{N}]{1,5}$/u, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  const title = words.slice(0, TITLE_MAX_LENGTH);
  // The cut may have left half of a character.
  return (title.isWellFormed() ? title : title.slice(0, -1)).trimEnd();
}
