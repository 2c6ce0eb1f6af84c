import type { Clip, ClipSettings } from '../../shared/videos/clips.ts';
import { authorize } from '../base/authorized.ts';
import { DomainError, notFound } from '../base/errors.ts';
import type { Page, PageRequest } from '../base/page.ts';
import { clipFor, type StoredClip } from './clip.ts';
import { endClip } from './end-clip.service.ts';
import type { ClipsPorts } from './ports.ts';

type Reads = Pick<ClipsPorts, 'clips' | 'around'>;

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
export async function getClip(ports: Reads, callerId: string | undefined, id: string): Promise<Clip> {
  const found = await ports.clips.find(id);
  const clip = found?.state === 'there' ? await visibleTo(ports, callerId, found.clip) : null;
  if (!clip) throw notFound('Clip');
  return clip;
}

async function visibleTo(
  { around }: Reads,
  callerId: string | undefined,
  clip: StoredClip,
): Promise<Clip | null> {
  const [seen] = await around([clip]);
  return seen ? clipFor(callerId, clip, seen) : null;
}

/** Counts a view, once a day for each viewer named by a pass. Throws `not_found`, `forbidden`. */
export async function countView(
  ports: Reads & Pick<ClipsPorts, 'viewerOf' | 'markView' | 'clock'>,
  { id, pass }: { readonly id: string; readonly pass: string },
): Promise<void> {
  const viewer = ports.viewerOf(pass, id);
  await getClip(ports, undefined, id);
  if (await ports.markView(id, viewer, ports.clock())) await ports.clips.addView(id);
}

/** Sets whether a clip of the caller's channel is kept when its source is deleted. Throws `not_found`, `forbidden`. */
export async function keepClip(
  ports: Reads,
  callerId: string,
  { id, is_kept }: { readonly id: string; readonly is_kept: boolean },
): Promise<Clip> {
  const clip = await getClip(ports, callerId, id);
  authorize(callerId, clip.channel_id, clip, 'clip');
  if (!(await ports.clips.keep(id, is_kept))) throw notFound('Clip');
  return { ...clip, is_kept };
}

/**
 * Deletes a clip that the caller has made, or one of their channel. Does nothing when the caller may not see it. Throws
 * `forbidden`.
 */
export async function deleteClip(
  ports: Reads & Pick<ClipsPorts, 'files' | 'clock' | 'report'>,
  callerId: string,
  id: string,
): Promise<void> {
  const found = await ports.clips.find(id);
  if (found?.state !== 'there') return;
  const { clip } = found;
  if (callerId === clip.channelId || callerId === clip.clipperId) return endClip(ports, clip);
  if (await visibleTo(ports, callerId, clip)) throw new DomainError('forbidden', 'This clip is not yours.');
}

/** Whether others may make clips of the caller's channel. */
export async function clipSettings(
  { clips }: Pick<ClipsPorts, 'clips'>,
  callerId: string,
): Promise<ClipSettings> {
  return { is_off: (await clips.ofChannel(callerId)).isOff };
}

export async function setClipSettings(
  { clips }: Pick<ClipsPorts, 'clips'>,
  callerId: string,
  { is_off }: ClipSettings,
): Promise<ClipSettings> {
  await clips.setOff(callerId, is_off);
  return { is_off };
}
