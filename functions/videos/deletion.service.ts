import type { DeletedAccount } from '../base/deletion-step.ts';
import type { TranscodePorts } from './ports.ts';
import { deleteVideo } from './videos.service.ts';

/** Videos of one page. */
const PAGE = 25;

/** Deletes all of a person's videos, those that are being made too, and gives up their uploads. See `DeletionStep`. */
export async function deleteVideosOfPerson(
  ports: TranscodePorts,
  { id, hasTime }: DeletedAccount,
): Promise<boolean> {
  for (const { multipartId, ...upload } of await ports.uploads.listOpen(id)) {
    if (multipartId) await ports.uploadFiles.abandon(upload, multipartId);
    await ports.uploads.remove(upload);
  }
  while (hasTime()) {
    const part = { channelId: id, list: 'all', limit: PAGE, cursor: undefined } as const;
    const { items } = await ports.videos.list(part);
    if (items.length === 0) return true;
    for (const video of items) await deleteVideo(ports, id, video.id);
  }
  return false;
}
