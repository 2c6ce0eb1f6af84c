import type { Channel } from '#shared/channels/channels.ts';

const CAMERA_URL = /^\/api\/browser-stream\/(\w+)\//;

/** The id of the broadcast from a camera that the channel shows; undefined for streaming software. */
export const cameraStreamId = ({ video_url }: Pick<Channel, 'video_url'>): string | undefined =>
  CAMERA_URL.exec(video_url)?.[1];
