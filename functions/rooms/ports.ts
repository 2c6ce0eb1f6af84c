import type { ChatMessage } from '../../shared/chat.ts';
import type { Channel } from '../../shared/streamers.ts';
import type { ChatRoom } from '../../shared/rooms.ts';

/** How a room is led; of what is pinned it has the id alone. */
export interface Room extends Omit<ChatRoom, 'pinned'> {
  readonly pinnedId: string | undefined;
}

export interface RoomsRepository {
  /** One that nobody has changed is as all are at first. It may be a moment old. */
  find(channelId: string): Promise<Room>;
}

export interface RoomsPorts {
  readonly rooms: RoomsRepository;
  readonly messages: { find(channelId: string, id: string): Promise<ChatMessage | null> };
  readonly channels: { findById(id: string): Promise<Channel | null> };
}
