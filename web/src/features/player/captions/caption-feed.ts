/** Captions of a live broadcast, by the date of the current picture. */
import type { CaptionEvent } from '#shared/live/channel-events.ts';
import type { LiveCue } from '#shared/live/live-captions.ts';
import {
  CAPTION_SLOT_MS,
  captionSlot,
  LIVE_CUE_MAX_AGE_MS,
  LIVE_CUE_MAX_S,
} from '#shared/plain/captions/live-captions.ts';

/** In ms since 1970, on the clock of the pictures. */
export interface PlacedCue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

interface KnownCue extends PlacedCue {
  /** Of its picture. */
  readonly slot: number;
}

interface FeedDeps {
  readonly fetchSlot: (slot: number) => Promise<readonly LiveCue[]>;
  /** The date of the current picture. */
  readonly dateMs: () => number;
  readonly clock: () => number;
}

/** The interval without a socket. */
const POLL_MS = 2000;
const AHEAD_MS = 2000;
const MAX_KNOWN = 500;
/** Lines at a time. */
const MAX_LINES = 3;

export function captionFeed({ fetchSlot, dateMs, clock }: FeedDeps) {
  const known = new Map<string, KnownCue>();
  /** Caches may still have them. */
  const deleted = new Set<string>();
  const fetchedMs = new Map<number, number>();
  /** `null`: no events arrive. */
  let listeningSinceMs: number | null = null;
  let hasFailed = false;

  /** A cue that comes after its picture is shown at once. */
  const add = ({ id, at, duration_s, text }: LiveCue, isNew: boolean): void => {
    if (known.has(id) || deleted.has(id)) return;
    const atMs = Date.parse(at);
    const pictureMs = dateMs();
    const isLate = isNew && pictureMs < atMs + LIVE_CUE_MAX_AGE_MS;
    const startMs = isLate ? Math.max(atMs, pictureMs) : atMs;
    known.set(id, { startMs, endMs: startMs + duration_s * 1000, text, slot: captionSlot(atMs) });
  };
  const remove = (id: string): void => {
    known.delete(id);
    deleted.add(id);
  };
  const isDue = (slot: number, nowMs: number): boolean => {
    const lastMs = fetchedMs.get(slot);
    if (lastMs === undefined) return true;
    const mayChange = nowMs < (slot + 1) * CAPTION_SLOT_MS + LIVE_CUE_MAX_AGE_MS;
    return mayChange && (listeningSinceMs === null ? nowMs - lastMs >= POLL_MS : lastMs < listeningSinceMs);
  };
  /** Without a socket, a deletion is known by a slot that no longer has the cue. */
  const removeMissing = (slot: number, cues: readonly LiveCue[]): void => {
    const ids = new Set(cues.map(({ id }) => id));
    for (const [id, cue] of known) if (cue.slot === slot && !ids.has(id)) known.delete(id);
  };
  const load = async (slot: number): Promise<void> => {
    const isNew = fetchedMs.has(slot);
    fetchedMs.set(slot, clock());
    try {
      const cues = await fetchSlot(slot);
      for (const cue of cues) add(cue, isNew);
      if (listeningSinceMs === null) removeMissing(slot, cues);
      hasFailed = false;
    } catch {
      hasFailed = true;
      if (!isNew) setTimeout(() => fetchedMs.delete(slot), POLL_MS);
    }
  };
  return {
    onEvents: (events: readonly CaptionEvent[]): void => {
      for (const event of events) {
        if (event.type === 'cue') add(event.cue, true);
        if (event.type === 'deleted') remove(event.id);
      }
    },
    onChange: (isListening: boolean): void => {
      listeningSinceMs = isListening ? clock() : null;
    },
    /** Loads what is due, and returns the cues of the current picture. */
    update: (): { readonly cues: readonly PlacedCue[]; readonly hasFailed: boolean } => {
      const [pictureMs, nowMs] = [dateMs(), clock()];
      if (known.size > MAX_KNOWN) {
        known.clear();
        deleted.clear();
        fetchedMs.clear();
      }
      const nearby = [pictureMs - LIVE_CUE_MAX_S * 1000, pictureMs, Math.min(pictureMs + AHEAD_MS, nowMs)];
      for (const slot of new Set(nearby.map(captionSlot))) if (isDue(slot, nowMs)) void load(slot);
      const cues = [...known.values()]
        .filter(({ startMs, endMs }) => startMs <= pictureMs && pictureMs < endMs)
        .toSorted((a, b) => a.startMs - b.startMs);
      return { cues: cues.slice(-MAX_LINES), hasFailed };
    },
  };
}
