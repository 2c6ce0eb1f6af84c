import type { Channel } from '#shared/channels/channels.ts';

/** An offline channel without anything, whose id, username and display name are `id`. */
export const aChannel = (id: string, fields: Partial<Channel> = {}): Channel => ({
  id,
  username: id,
  display_name: id,
  avatar: '',
  thumbnail_url: '',
  live_thumbnail_url: '',
  title: '',
  game: '',
  description: '',
  schedule: '',
  tags: [],
  is_live: false,
  ingest: null,
  viewers: 0,
  followers: 0,
  video_url: '',
  ...fields,
});
