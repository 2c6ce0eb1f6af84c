/** Brings what the table says is denied to the CDN. */
import { MINUTE_MS } from '#shared/plain/time.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { logFailure, logStep } from '#functions/log/log.ts';
import type { DenialItem } from './denial.item.ts';
import type { DenialsRepository } from './denials.repository.ts';
import type { DeniedMediaStore, StoreUpdate } from './denied-media-store.ts';

export interface DenialDeps {
  readonly denials: DenialsRepository;
  readonly store: () => Promise<DeniedMediaStore>;
  /** The ids of all clips of a video or broadcast. */
  readonly clipsOf: (sourceId: string) => Promise<readonly string[]>;
  /** The id of the video that a clip is from, if there is one. */
  readonly videoOfClip: (clipId: string) => Promise<string | undefined>;
  readonly clock: () => number;
}

/** Of one run; the rest waits for the next minute. */
const MAX_DUE = 100;
/** Of one update of the store. Source: CloudFront Developer Guide, "Quotas on key value stores". */
const MAX_KEYS = 50;
/** Of one run, except for a single item with more. */
const MAX_KEYS_A_RUN = 1000;
/** Of one item, which DynamoDB limits to 400 KB; a key of a clip has 26 bytes. */
export const MAX_KEYS_AN_ITEM = 10_000;
const ATTEMPTS = 3;

/**
 * The minute tick, when something is due. A store that another run has changed since its version was read refuses the
 * update, and the table is read after that version, so an older state never replaces a newer one. Keys that are allowed go
 * first, because a full store refuses new ones. Throws when the store does not take all; the next tick tries again.
 */
export async function publishDenials(deps: DenialDeps): Promise<void> {
  const { denials, clock } = deps;
  const due = await denials.listDue(clock(), MAX_DUE);
  if (due.length === 0) return;
  const store = await deps.store();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const version = await store.version();
    const items = notTooMany(await withClips(deps, await denials.read(due).then(atTime(clock()))));
    if (!(await updateAll(store, version, await updatesFor(deps, items)))) continue;
    for (const item of items) await denials.settle(item);
    return logStep('media.denied', { items: items.length });
  }
  throw new Error(`The store of denied media has changed ${ATTEMPTS} times`);
}

/** Returns the due denials with their current state. */
const atTime =
  (nowMs: number) =>
  (items: readonly DenialItem[]): readonly DenialItem[] =>
    items.flatMap((item) => {
      const isOver = item.until_ms !== undefined && item.until_ms <= nowMs;
      return item.due_ms <= nowMs ? [{ ...item, is_denied: item.is_denied && !isOver }] : [];
    });

/** Adds the clips of a denied source to its keys, as many as an item can have. */
async function withClips(
  { denials, clipsOf, clock }: DenialDeps,
  items: readonly DenialItem[],
): Promise<readonly DenialItem[]> {
  const expanded: DenialItem[] = [];
  const expand = async (item: DenialItem) => {
    const sources = item.is_denied ? [...(item.sources ?? [])] : [];
    const missing = (await Promise.all(sources.map(clipsOf))).flat().filter((id) => !item.keys.has(id));
    const clips = missing.slice(0, Math.max(0, MAX_KEYS_AN_ITEM - item.keys.size));
    if (clips.length < missing.length)
      logFailure(
        'media.denied',
        new Error(`${missing.length - clips.length} clips of ${item.pk} stay public`),
      );
    if (clips.length === 0) expanded.push(item);
    else if (await denials.addKeys(item, clips))
      expanded.push({ ...item, keys: new Set([...item.keys, ...clips]) });
  };
  await eachItem(items, {
    step: 'media.denied',
    work: expand,
    moveBack: (item) => denials.setDue(item, clock() + MINUTE_MS),
  });
  return expanded;
}

function notTooMany(items: readonly DenialItem[]): readonly DenialItem[] {
  let keys = 0;
  return items.filter((item, index) => (keys += item.keys.size) <= MAX_KEYS_A_RUN || index === 0);
}

/** Allows nothing that another of these items denies, that a clip has of its own, or a clip whose source is denied. */
async function updatesFor(
  { denials, videoOfClip }: DenialDeps,
  items: readonly DenialItem[],
): Promise<readonly StoreUpdate[]> {
  const keysOf = (isDenied: boolean) => [
    ...new Set(items.filter(({ is_denied }) => is_denied === isDenied).flatMap(({ keys }) => [...keys])),
  ];
  const [denied, wanted] = [keysOf(true), keysOf(false)];
  const kept = new Set([...denied, ...(await denials.ofDeniedClips(wanted))]);
  for (const item of items) {
    const clipId = item.is_denied ? undefined : denials.clipIdOf(item);
    const videoId = clipId && (await videoOfClip(clipId));
    if (clipId && videoId && (await denials.isVideoDenied(videoId))) kept.add(clipId);
  }
  const allowed = wanted.filter((key) => !kept.has(key));
  return [
    ...chunksOf(allowed).map((keys) => ({ denied: [], allowed: keys })),
    ...chunksOf(denied).map((keys) => ({ denied: keys, allowed: [] })),
  ];
}

/** False if another run has changed the store meanwhile. */
async function updateAll(store: DeniedMediaStore, before: string, updates: readonly StoreUpdate[]) {
  let version: string | null = before;
  for (const update of updates) {
    version = await store.update(version, update);
    if (version === null) return false;
  }
  return true;
}

function chunksOf(keys: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let from = 0; from < keys.length; from += MAX_KEYS) chunks.push(keys.slice(from, from + MAX_KEYS));
  return chunks;
}
