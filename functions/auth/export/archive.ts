/** An archive, as far as pages of sections fill one. */
import type { ExportPosition, ExportSection } from './export.ts';

export interface Filled {
  readonly zip: Uint8Array;
  /** Where the next archive begins; nothing when this is the last. */
  readonly next: ExportPosition | undefined;
}

/** Reads pages from a position on until there are `maxBytes` of them, and packs them. */
export async function fillArchive(
  sections: readonly ExportSection[],
  accountId: string,
  from: ExportPosition,
  maxBytes: number,
): Promise<Filled> {
  const { strToU8, zipSync } = await import('fflate');
  const files: Record<string, Uint8Array> = { 'README.txt': strToU8(readmeOf(sections)) };
  let at: ExportPosition | undefined = from;
  for (let sizeBytes = 0; at && sizeBytes < maxBytes;) {
    const section: ExportSection = sections[at.section]!;
    const { items, next } = await section.read(accountId, at.cursor);
    const bytes = strToU8(`${JSON.stringify(items, null, 2)}\n`);
    files[nameOf(section, at.page, next !== undefined)] = bytes;
    sizeBytes += bytes.length;
    at = following(at, next, sections.length);
  }
  return { zip: zipSync(files), next: at };
}

function following(
  { section, page }: ExportPosition,
  cursor: string | undefined,
  sections: number,
): ExportPosition | undefined {
  if (cursor !== undefined) return { section, page: page + 1, cursor };
  return section + 1 < sections ? { section: section + 1, page: 1 } : undefined;
}

/** `messages.json` where one file holds all, else `messages-0001.json` and so on. */
const nameOf = ({ name }: ExportSection, page: number, isMore: boolean): string =>
  page === 1 && !isMore ? `${name}.json` : `${name}-${String(page).padStart(4, '0')}.json`;

const readmeOf = (sections: readonly ExportSection[]): string =>
  [
    'This is what Fanfare holds of you, as JSON. Times are in UTC, texts in UTF-8.',
    '',
    ...sections.map(({ name, about }) => `${name}.json: ${about}`),
    '',
    'Where there is much of something, its files are numbered and may be in several archives.',
    'Addresses that begin with a slash are of the site; players and download tools open those of videos.',
    '',
  ].join('\n');
