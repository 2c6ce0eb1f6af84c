import { eachItem } from '#functions/log/each-item.ts';
import { logStep } from '#functions/log/log.ts';
import { ARCHIVE_BYTES, type DataExport, type ExportPosition, type ExportSection } from './export.ts';
import type { Archives } from './archives.s3.ts';
import type { ExportsRepository } from './exports.repository.ts';

export interface ExportDeps {
  readonly exports: ExportsRepository;
  readonly archives: Archives;
  readonly sections: () => Promise<readonly ExportSection[]>;
  readonly newId: () => string;
  readonly clock: () => number;
}

/** Per run; the rest waits for the next minute. */
const MAX_EXPORTS = 20;
/** For how long one run begins archives. */
const WORK_MS = 20_000;

/** The minute tick: continues incomplete exports; one failure stops no other. Costs one read when there are none. */
export async function onExportsTick(ports: ExportDeps): Promise<void> {
  const { exports, clock } = ports;
  const untilMs = clock() + WORK_MS;
  let made = 0;
  await eachItem(await exports.listOpen(MAX_EXPORTS, clock()), {
    step: 'accounts.export',
    work: async (accountId) => {
      let known = await exports.find(accountId);
      while (known?.position && clock() < untilMs) {
        await addArchive(ports, known);
        made += 1;
        known = await exports.find(accountId);
      }
    },
    moveBack: (accountId) => exports.moveBack(accountId, clock()),
  });
  if (made > 0) logStep('accounts.exported', { archives: made });
}

/** The number names the archive, so that a failed one is simply repeated. */
export async function addArchive(
  { exports, archives, sections }: ExportDeps,
  known: DataExport,
): Promise<void> {
  const { id, accountId, position } = known;
  if (!position) return;
  const { zip, next } = await fillArchive(await sections(), accountId, position, ARCHIVE_BYTES);
  const key = `exports/${accountId}/${id}/fanfare-${known.archives.length + 1}.zip`;
  await archives.put(key, zip);
  const made = [...known.archives, { key, sizeBytes: zip.length }];
  await exports.replace(known, { ...known, version: known.version + 1, archives: made, position: next });
}

/** Packs pages from a position on, up to about `maxBytes`. `next` is absent after the last page. */
export async function fillArchive(
  sections: readonly ExportSection[],
  accountId: string,
  from: ExportPosition,
  maxBytes: number,
) {
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

/** `messages.json` if one file contains all entries, otherwise `messages-0001.json` and so on. */
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
