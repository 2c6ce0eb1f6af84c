import type { Clip, ClipSettings } from '#shared/videos/clips.ts';
import { authorize } from '#functions/base/authorized.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import type { Page, PageRequest } from '#functions/base/page.ts';
import { clipFor, type StoredClip, type ClipAccess } from './clip.ts';
import { type ClipCleanupDeps, endClip } from './end-clip.service.ts';
import type { Budgets } from '#functions/limits/budgets.ts';
import type { ClipFiles } from './clip-files.s3.ts';
import type { SourceDeps } from './clip-source.service.ts';

export interface ClipsDeps extends ClipCleanupDeps, SourceDeps {
  readonly files: ClipFiles;
  /** What decides who may see each of the clips, in their order. */
  readonly around: (clips: readonly StoredClip[]) => Promise<ClipAccess[]>;
  /** Throws `chat_refused` if the channel's chat would refuse this text from the person. */
  readonly requireAdmission: (draft: {
    readonly channelId: string;
    readonly authorId: string;
    readonly text: string;
  }) => Promise<void>;
  readonly budgets: Pick<Budgets, 'take'>;
  /** The viewer named by a pass to this clip. Throws `forbidden` for any other pass. */
  readonly viewerOf: (pass: string, clipId: string) => string;
  /** Counts that the viewer has watched the clip today, once. */
  readonly addView: (id: string, viewer: string, nowMs: number) => Promise<void>;
}

type Reads = Pick<ClipsDeps, 'clips' | 'around'>;

/** A channel's clips, newest first: the public ones, or all for its owner. */
export async function listClips(
  { clips, around }: Reads,
  callerId: string | undefined,
  { channel: id, limit, cursor }: PageRequest & { readonly channel: string },
): Promise<Page<Clip>> {
  const isOwner = callerId === id;
  const visible: Clip[] = [];
  let next = cursor;
  for (let reads = 0; reads < MAX_LIST_READS; reads += 1) {
    const page = await clips.list({ of: 'channel', id, limit: limit - visible.length, cursor: next });
    const seen = await around(page.items);
    const open = page.items.flatMap((clip, index) => clipFor(callerId, clip, seen[index]!) ?? []);
    visible.push(...open.filter(({ visibility }) => isOwner || visibility === 'public'));
    next = page.next;
    if (next === undefined || visible.length >= limit) break;
  }
  if (isOwner) return { items: visible, next, total: (await clips.ofChannel(id)).total };
  // For others, the total is known only when one page has all.
  const isWhole = cursor === undefined && next === undefined;
  return { items: visible, next, total: isWhole ? visible.length : undefined };
}

/** Hidden clips make a page short; it is filled up by at most this many reads. */
const MAX_LIST_READS = 4;

/** A clip that the caller may see. Throws `not_found`. */
export async function getClip(deps: Reads, callerId: string | undefined, id: string): Promise<Clip> {
  const found = await deps.clips.find(id);
  if (found?.state !== 'ready') throw notFound('clip');
  return requireVisible(deps, callerId, found.clip);
}

/** The clip for a caller. Throws `not_found` when they may not see it. */
export async function requireVisible(
  deps: Pick<ClipsDeps, 'around'>,
  callerId: string | undefined,
  clip: StoredClip,
) {
  return requireFound(await visibleTo(deps, callerId, clip), 'clip');
}

async function visibleTo(
  { around }: Pick<ClipsDeps, 'around'>,
  callerId: string | undefined,
  clip: StoredClip,
): Promise<Clip | null> {
  const [seen] = await around([clip]);
  return seen ? clipFor(callerId, clip, seen) : null;
}

/** Counts a view, once a day for each viewer named by a pass. Throws `not_found`, `forbidden`. */
export async function countView(
  deps: Reads & Pick<ClipsDeps, 'viewerOf' | 'addView' | 'clock'>,
  { id, pass }: { readonly id: string; readonly pass: string },
): Promise<void> {
  const viewer = deps.viewerOf(pass, id);
  await getClip(deps, undefined, id);
  await deps.addView(id, viewer, deps.clock());
}

/** Sets whether a clip of the caller's channel is kept when its source is deleted. Throws `not_found`, `forbidden`. */
export async function keepClip(
  deps: Reads,
  callerId: string,
  { id, is_kept }: { readonly id: string; readonly is_kept: boolean },
): Promise<Clip> {
  const clip = await getClip(deps, callerId, id);
  authorize(callerId, clip.channel_id, clip, 'clip');
  if (!(await deps.clips.keep(id, is_kept))) throw notFound('clip');
  return { ...clip, is_kept };
}

/**
 * Deletes a clip that the caller has made, or one of their channel. Does nothing when the caller may not see it. Throws
 * `forbidden`.
 */
export async function deleteClip(deps: ClipCleanupDeps & Reads, callerId: string, id: string): Promise<void> {
  const found = await deps.clips.find(id);
  if (found?.state !== 'ready') return;
  const { clip } = found;
  if (callerId === clip.channelId || callerId === clip.clipperId) return endClip(deps, clip);
  if (await visibleTo(deps, callerId, clip))
    throw new DomainError('forbidden', 'not_yours', { thing: 'clip' });
}

/** Whether others may make clips of the caller's channel. */
export async function clipSettings(
  { clips }: Pick<ClipsDeps, 'clips'>,
  callerId: string,
): Promise<ClipSettings> {
  return { is_off: (await clips.ofChannel(callerId)).isOff };
}

export async function setClipSettings(
  { clips }: Pick<ClipsDeps, 'clips'>,
  callerId: string,
  { is_off }: ClipSettings,
): Promise<ClipSettings> {
  await clips.setOff(callerId, is_off);
  return { is_off };
}
