import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Video } from '../../../shared/videos.ts';
import type { Table } from '../../aws/table.ts';
import { toVideo, videoKey, type VideoItem } from './video.item.ts';
import { isOpen } from '../visibility.ts';

/** A video that whoever has its address may open; `null` where there is none. It may be a moment old. */
export async function findOpenVideo({ client, TableName }: Table, id: string): Promise<Video | null> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: videoKey(id) }));
  const video = Item as VideoItem | undefined;
  return video && isOpen(video) ? toVideo(video) : null;
}
