import type { ChannelsRepository, DetailsRepository } from '../channels/index.ts';

export interface StreamersPorts {
  readonly channels: ChannelsRepository;
}

export interface ProfilePorts {
  readonly details: DetailsRepository;
  /** Has a picture deleted that the channel no longer shows, by its address, unless something else of its shows it. */
  readonly discardPicture: (channelId: string, url: string) => Promise<void>;
}
