/** The lines of a caption file that were changed or left out. Pure. */

export const LINE_CHANGES = [
  'timing',
  'formatting',
  'tag_as_text',
  'line_break',
  'entity',
  'characters',
  'left_out',
  'left_out_time',
  'left_out_order',
  'left_out_early',
  'left_out_late',
  'left_out_long',
  'left_out_empty',
] as const;
export type LineChange = (typeof LINE_CHANGES)[number];

export interface ChangedLine {
  /** From 1. */
  readonly line: number;
  /** Without control characters; cut after `MAX_TEXT`. */
  readonly text: string;
  readonly change: LineChange;
  /** How a timing was read, in WebVTT. */
  readonly result?: string;
}

const MAX_TEXT = 300;
/** Of the list, so that an answer fits a Lambda's 6 MB: 20,000 lines of usual length have half of it. */
const MAX_LIST_BYTES = 4_500_000;
/** Of an entry without its text. */
const ENTRY_BYTES = 90;

export type Listing = ReturnType<typeof lineListing>;

/** Lists a line once for each change. */
export function lineListing() {
  const lines: ChangedLine[] = [];
  const known = new Set<number>();
  let bytes = 0;
  return {
    add: (line: number, raw: string, change: LineChange, result?: string): void => {
      const key = line * LINE_CHANGES.length + LINE_CHANGES.indexOf(change);
      if (known.has(key)) return;
      known.add(key);
      if (bytes > MAX_LIST_BYTES) return;
      const text = cut(raw);
      bytes += ENTRY_BYTES + bytesOf(text);
      lines.push({ line, text, change, ...(result !== undefined && { result }) });
    },
    /** In the order of the file. `more`: how many others there are. */
    listed: () => ({ lines: lines.toSorted((a, b) => a.line - b.line), more: known.size - lines.length }),
  };
}

function cut(raw: string): string {
  const text = raw.trim();
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  // oxlint-disable-next-line no-control-regex
  return short.toWellFormed().replaceAll(/[\u0000-\u001F\u007F]/g, ' ');
}

/** In JSON; at most. */
const bytesOf = (text: string): number => {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) bytes += text.charCodeAt(at) < 128 ? 1 : 3;
  return bytes + (text.match(/["\\]/g)?.length ?? 0);
};
