/** Deletes clips with the videos that they are cut from. Loaded when something is deleted. */
import type { Table } from '#functions/aws/table/table.ts';
import type { ClipCleanupDeps } from '#functions/clips/end-clip.service.ts';
import { deleteCommentsUnder } from '#functions/comments/index.ts';
import type { VideoDeps } from '#functions/videos/transcode.adapters.ts';

export async function clipCleanupDeps(
  table: Table,
  { mediaFiles, clock, report }: Pick<VideoDeps, 'mediaFiles' | 'clock' | 'report'>,
): Promise<ClipCleanupDeps> {
  const { clipsRepository } = await import('#functions/clips/table/clips.repository.ts');
  const deleteFiles = (prefix: string) => mediaFiles.deleteAll(prefix);
  const deleteComments: ClipCleanupDeps['deleteComments'] = (id, hasTime) =>
    deleteCommentsUnder(table, { kind: 'clip', id }, hasTime);
  return { clips: clipsRepository(table), deleteFiles, deleteComments, clock, report };
}

/** The dependencies of videos, extended so that a video's clips are deleted with it. */
export const withClipCleanup = (table: Table, videoDeps: VideoDeps): VideoDeps => ({
  ...videoDeps,
  deleteClipsOf: async (source, hasTime) => {
    const { detachOrDeleteClips } = await import('#functions/clips/end-clip.service.ts');
    return detachOrDeleteClips(await clipCleanupDeps(table, videoDeps), source, hasTime);
  },
});
