import type { Channel } from '#shared/channels/channels.ts';
import { EMPTY_PROFILE } from '#shared/channels/profile-fields.ts';

/** An offline channel without anything, whose id, username and display name are `id`. */
export const aChannel = (id: string, fields: Partial<Channel> = {}): Channel => ({
  id,
  username: id,
  ...EMPTY_PROFILE,
  display_name: id,
  live_thumbnail_url: '',
  tags: [],
  is_live: false,
  ingest: null,
  viewers: 0,
  followers: 0,
  video_url: '',
  ...fields,
});
