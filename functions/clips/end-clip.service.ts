import type { Visibility } from '#shared/videos/videos.ts';
import type { AccountOfStep } from '#functions/base/account-step.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { logStep } from '#functions/log/log.ts';
import { clipFilesPrefix, stricter, type DueClip, type StoredClip } from './clip.ts';
import type { ClipList, ClipsRepository } from './table/clips.repository.ts';

export interface ClipCleanupDeps {
  readonly clips: ClipsRepository;
  /** Deletes all files with this prefix. */
  readonly deleteFiles: (prefix: string) => Promise<unknown>;
  /** Deletes all comments under a clip. False when time ran out. */
  readonly deleteComments: (id: string, hasTime: () => boolean) => Promise<boolean>;
  readonly clock: () => number;
  /** Logs a failure that does not fail the request. */
  readonly report: (step: string, error: unknown) => void;
}

/** How long a request has to delete a clip's files before the tick does. */
const LEASE_MS = 60_000;
/** How long comments are deleted at a time; the tick goes on. */
const COMMENTS_MS = 5_000;
const PAGE = 25;

/** Deletes a clip, its files and its comments; what cannot be deleted now is deleted by the tick. */
export async function endClip(deps: ClipCleanupDeps, clip: DueClip): Promise<void> {
  const { clips, clock, report } = deps;
  if (!(await clips.remove(clip.id, clock() + LEASE_MS))) return;
  await removeFiles(deps, clip).catch((error: unknown) => report('clips.end', error));
}

async function removeFiles(deps: ClipCleanupDeps, clip: DueClip): Promise<void> {
  const { clips, deleteFiles, deleteComments, clock } = deps;
  const untilMs = clock() + COMMENTS_MS;
  await deleteFiles(clipFilesPrefix(clip));
  if (!(await deleteComments(clip.id, () => clock() < untilMs))) return;
  await clips.settle(clip.id, clock());
}

/** The minute tick: deletes the files of deleted clips, and clips whose creation never finished. */
export async function endDueClips(deps: ClipCleanupDeps, due: readonly DueClip[]): Promise<void> {
  await eachItem(due, {
    step: 'clips.due',
    work: async (clip) => {
      const dueMs = deps.clock() + LEASE_MS;
      if (!(await deps.clips.remove(clip.id, dueMs))) await deps.clips.postpone(clip.id, dueMs);
      await removeFiles(deps, clip);
    },
    moveBack: (clip) => deps.clips.postpone(clip.id, deps.clock() + LEASE_MS),
  });
  logStep('clips.ended', { done: due.length });
}

/**
 * Deletes the clips of a deleted video or broadcast with its last visibility; those that its owner keeps are detached. False
 * when time ran out.
 */
export async function detachOrDeleteClips(
  deps: ClipCleanupDeps,
  { ids, visibility }: { readonly ids: readonly string[]; readonly visibility: Visibility },
  hasTime: () => boolean,
): Promise<boolean> {
  for (const id of ids) {
    const isDone = await eachClip(deps, { of: 'source', id }, hasTime, (clip) =>
      clip.isKept ? deps.clips.detach(clip.id, stricter(clip.visibility, visibility)) : endClip(deps, clip),
    );
    if (!isDone) return false;
  }
  return true;
}

/** Deletes all clips that a person has made, and all of their channel. False when time ran out. */
export async function deleteClipsOfPerson(
  deps: ClipCleanupDeps,
  { id, hasTime }: AccountOfStep,
): Promise<boolean> {
  const end = (clip: StoredClip) => endClip(deps, clip);
  return (
    (await deleteClipsOfChannel(deps, { id, hasTime })) &&
    (await eachClip(deps, { of: 'clipper', id }, hasTime, end))
  );
}

/** Deletes all clips of a channel. False when time ran out. */
export const deleteClipsOfChannel = (
  deps: ClipCleanupDeps,
  { id, hasTime }: AccountOfStep,
): Promise<boolean> => eachClip(deps, { of: 'channel', id }, hasTime, (clip) => endClip(deps, clip));

async function eachClip(
  { clips }: ClipCleanupDeps,
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
