import { openAsBlob } from 'node:fs';
import type { VideoUpload } from '#shared/videos/videos.ts';
import type { Person } from '#test/support/site/people.ts';

/** As many as the web app sends at once. */
export const PARALLEL_PARTS = 3;

/** Uploads a file as the web does: begins it, PUTs its parts, has them put together. */
export async function upload({ call }: Person, path: string): Promise<VideoUpload> {
  const file = await openAsBlob(path);
  const facts = { filename: 'bench.mp4', size: file.size, content_type: 'video/mp4' };
  const begun = (await call('POST', '/videos/upload', facts)) as VideoUpload;
  const { upload_id, part_size } = begun;
  const parts: { part_number: number; etag: string }[] = [];
  const queue = begun.parts.values();
  const work = async (): Promise<void> => {
    for (const { part_number, url } of queue) {
      const startByte = (part_number - 1) * part_size;
      const body = file.slice(startByte, startByte + part_size);
      const response = await fetch(url, { method: 'PUT', body });
      const etag = response.headers.get('etag');
      if (!response.ok || !etag) throw new Error(`Part ${part_number}: ${response.status}`);
      parts.push({ part_number, etag });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_PARTS }, work));
  parts.sort((a, b) => a.part_number - b.part_number);
  await call('POST', `/videos/upload/${upload_id}/complete`, { parts });
  return begun;
}
