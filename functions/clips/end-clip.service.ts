import type { Visibility } from '../../shared/videos/videos.ts';
import type { DeletedAccount } from '../base/deletion-step.ts';
import { logStep } from '../log/log.ts';
import { clipFilesPrefix, stricter, type DueClip, type StoredClip } from './clip.ts';
import type { ClipList } from './clips.repository.ts';
import type { ClipFiles, ClipsPorts } from './ports.ts';

export interface ClipCleanupPorts extends Pick<ClipsPorts, 'clips' | 'clock' | 'report'> {
  readonly files: Pick<ClipFiles, 'deleteAll'>;
}

/** How long a request has to delete a clip's files before the tick does. */
const LEASE_MS = 60_000;
const PAGE = 25;

/** Deletes a clip and its files; files that cannot be deleted now are deleted by the tick. */
export async function endClip(ports: ClipCleanupPorts, clip: DueClip): Promise<void> {
  const { clips, clock, report } = ports;
  if (!(await clips.remove(clip.id, clock() + LEASE_MS))) return;
  await deleteFiles(ports, clip).catch((error: unknown) => report('clips.end', error));
}

async function deleteFiles({ clips, files, clock }: ClipCleanupPorts, clip: DueClip): Promise<void> {
  await files.deleteAll(clipFilesPrefix(clip));
  await clips.settle(clip.id, clock());
}

/** The minute tick: deletes the files of deleted clips, and clips that were begun and never finished. */
export async function endDueClips(ports: ClipCleanupPorts, due: readonly DueClip[]): Promise<void> {
  for (const clip of due) {
    // Of a begun clip; does nothing for a deleted one.
    await ports.clips.remove(clip.id, ports.clock() + LEASE_MS);
    await deleteFiles(ports, clip).catch((error: unknown) => ports.report('clips.due', error));
  }
  logStep('clips.ended', { done: due.length });
}

/** A deleted video or broadcast that clips were cut from: its ids and last visibility. */
export interface DeletedSource {
  readonly ids: readonly string[];
  readonly visibility: Visibility;
}

/** Deletes the clips of a deleted source; those that its owner keeps are detached. False when time ran out. */
export async function detachOrDeleteClips(
  ports: ClipCleanupPorts,
  { ids, visibility }: DeletedSource,
  hasTime: () => boolean,
): Promise<boolean> {
  for (const id of ids) {
    const isDone = await eachClip(ports, { of: 'source', id }, hasTime, (clip) =>
      clip.isKept ? ports.clips.detach(clip.id, stricter(clip.visibility, visibility)) : endClip(ports, clip),
    );
    if (!isDone) return false;
  }
  return true;
}

/** Deletes all clips that a person has made, and all of their channel. False when time ran out. */
export async function deleteClipsOfPerson(
  ports: ClipCleanupPorts,
  { id, hasTime }: DeletedAccount,
): Promise<boolean> {
  const end = (clip: StoredClip) => endClip(ports, clip);
  return (
    (await eachClip(ports, { of: 'channel', id }, hasTime, end)) &&
    (await eachClip(ports, { of: 'clipper', id }, hasTime, end))
  );
}

async function eachClip(
  { clips }: ClipCleanupPorts,
  list: Pick<ClipList, 'of' | 'id'>,
  hasTime: () => boolean,
  work: (clip: StoredClip) => Promise<void>,
): Promise<boolean> {
  let cursor: string | undefined;
  do {
    const page = await clips.list({ ...list, limit: PAGE, cursor });
    for (const clip of page.items) {
      if (!hasTime()) return false;
      await work(clip);
    }
    cursor = page.next;
  } while (cursor);
  return true;
}
