import type { Channel } from '../../../../shared/channels/streamers.ts';

export const channelTitle = ({ title, display_name }: Pick<Channel, 'title' | 'display_name'>): string =>
  title || display_name;
