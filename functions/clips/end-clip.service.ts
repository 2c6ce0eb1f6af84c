import type { Visibility } from '../../shared/videos/videos.ts';
import type { DeletedAccount } from '../base/deletion-step.ts';
import { clipFilesPrefix, stricter, type StoredClip } from './clip.ts';
import type { ClipFiles, ClipList, ClipsPorts, DueClip } from './ports.ts';

export interface EndPorts extends Pick<ClipsPorts, 'clips' | 'clock' | 'report'> {
  readonly files: Pick<ClipFiles, 'deleteAll'>;
}

/** Whoever deletes a clip has this long before the tick does. */
const LEASE_MS = 60_000;
/** Clips of one page. */
const PAGE = 25;

/** Deletes a clip and its files; what of these cannot be deleted now is deleted later. */
export async function endClip(ports: EndPorts, clip: DueClip): Promise<void> {
  const { clips, clock, report } = ports;
  if (!(await clips.remove(clip.id, clock() + LEASE_MS))) return;
  await deleteFiles(ports, clip).catch((error: unknown) => report('clips.end', error));
}

async function deleteFiles({ clips, files, clock }: EndPorts, clip: DueClip): Promise<void> {
  await files.deleteAll(clipFilesPrefix(clip));
  await clips.settle(clip.id, clock());
}

/** Deletes files of clips that are gone, and what was begun and never finished. */
export async function endDueClips(ports: EndPorts, due: readonly DueClip[]): Promise<void> {
  for (const clip of due) {
    // One that was begun; of one that is gone it does nothing.
    await ports.clips.remove(clip.id, ports.clock() + LEASE_MS);
    await deleteFiles(ports, clip).catch((error: unknown) => ports.report('clips.due', error));
  }
}

/** What is deleted that clips were made of, by its ids, and who could see it last. */
export interface DeletedSource {
  readonly ids: readonly string[];
  readonly visibility: Visibility;
}

/** Deletes the clips of what is deleted, but for those that its owner keeps. False where there was not time enough. */
export async function outliveSource(
  ports: EndPorts,
  { ids, visibility }: DeletedSource,
  hasTime: () => boolean,
): Promise<boolean> {
  for (const id of ids) {
    const isDone = await eachClip(ports, { of: 'source', id }, hasTime, (clip) =>
      clip.isKept
        ? ports.clips.outlive(clip.id, stricter(clip.visibility, visibility))
        : endClip(ports, clip),
    );
    if (!isDone) return false;
  }
  return true;
}

/** Deletes all clips that a person has made, and all of their channel. See `DeletionStep`. */
export async function leaveClips(ports: EndPorts, { id, hasTime }: DeletedAccount): Promise<boolean> {
  const end = (clip: StoredClip) => endClip(ports, clip);
  return (
    (await eachClip(ports, { of: 'channel', id }, hasTime, end)) &&
    (await eachClip(ports, { of: 'clipper', id }, hasTime, end))
  );
}

async function eachClip(
  { clips }: EndPorts,
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
