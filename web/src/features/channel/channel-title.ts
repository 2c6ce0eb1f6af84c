import type { Channel } from '../../../../shared/channels/streamers.ts';

/** What the channel's page is called: its title, or the streamer's name before there is one. */
export const channelTitle = ({ title, display_name }: Pick<Channel, 'title' | 'display_name'>): string =>
  title || display_name;
