import type { Clip, ClipSettings } from '../../shared/videos/clips.ts';
import { authorize } from '../base/authorized.ts';
import { DomainError, notFound } from '../base/errors.ts';
import type { Page, PageRequest } from '../base/page.ts';
import { clipFor, type StoredClip } from './clip.ts';
import { endClip } from './end-clip.service.ts';
import type { ClipsPorts } from './ports.ts';

type Reads = Pick<ClipsPorts, 'clips' | 'around'>;

/** A channel's clips, newest first: those that everybody finds; its owner gets all. */
export async function listClips(
  { clips, around }: Reads,
  callerId: string | undefined,
  { channel: id, limit, cursor }: PageRequest & { readonly channel: string },
): Promise<Page<Clip>> {
  const isOwner = callerId === id;
  const shown: Clip[] = [];
  let next = cursor;
  for (let reads = 0; reads < MAX_LIST_READS; reads += 1) {
    const page = await clips.list({ of: 'channel', id, limit: limit - shown.length, cursor: next });
    const seen = await around(page.items);
    const open = page.items.flatMap((clip, index) => clipFor(callerId, clip, seen[index]!) ?? []);
    shown.push(...open.filter(({ visibility }) => isOwner || visibility === 'public'));
    next = page.next;
    if (next === undefined || shown.length >= limit) break;
  }
  if (isOwner) return { items: shown, next, total: (await clips.ofChannel(id)).total };
  // Others do not see all: what they see is counted where one page has all of it.
  const isWhole = cursor === undefined && next === undefined;
  return { items: shown, next, total: isWhole ? shown.length : undefined };
}

/** What others do not see makes a page short: so often it is filled up. */
const MAX_LIST_READS = 4;

/** One clip, to whom it is open. Throws `not_found`. */
export async function getClip(ports: Reads, callerId: string | undefined, id: string): Promise<Clip> {
  const found = await ports.clips.find(id);
  const clip = found?.state === 'there' ? await seenBy(ports, callerId, found.clip) : null;
  if (!clip) throw notFound('Clip');
  return clip;
}

async function seenBy(
  { around }: Reads,
  callerId: string | undefined,
  clip: StoredClip,
): Promise<Clip | null> {
  const [seen] = await around([clip]);
  return seen ? clipFor(callerId, clip, seen) : null;
}

/** Counts that the viewer whom a pass names watched, once a day. Throws `not_found`, `forbidden`. */
export async function countView(
  ports: Reads & Pick<ClipsPorts, 'viewerOf' | 'markView' | 'clock'>,
  { id, pass }: { readonly id: string; readonly pass: string },
): Promise<void> {
  const viewer = ports.viewerOf(pass, id);
  await getClip(ports, undefined, id);
  if (await ports.markView(id, viewer, ports.clock())) await ports.clips.addView(id);
}

/** Has a clip of the caller's channel stay when its source is deleted, or not. Throws `not_found`, `forbidden`. */
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
 * Deletes a clip that the caller has made, or one of their channel; files that cannot be deleted now are deleted later. Nothing
 * happens where the caller knows of none. Throws `forbidden`.
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
  if (await seenBy(ports, callerId, clip)) throw new DomainError('forbidden', 'This clip is not yours.');
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
