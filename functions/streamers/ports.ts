import type { ChannelsRepository, DetailsRepository } from '../channels/ports.ts';

export interface StreamersPorts {
  readonly channels: ChannelsRepository;
  readonly details: DetailsRepository;
}
