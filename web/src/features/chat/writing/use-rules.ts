import type { ChatRoom, RoomRole } from '#shared/community/rooms.ts';
import { useSetting } from '#web/lib/hooks/browser-hooks.ts';

export interface UnacceptedRules {
  readonly text: string;
  readonly accept: () => void;
}

/** The rules that the reader has not accepted on this device, since they last changed; `null`: none. */
export function useUnacceptedRules(
  channelId: string,
  room: ChatRoom | undefined,
  role: RoomRole,
): UnacceptedRules | null {
  const [accepted, setAccepted] = useSetting(`chatRules ${channelId}`);
  const text = room?.rules ?? '';
  if (text === '' || role !== 'viewer' || accepted === text) return null;
  return { text, accept: () => setAccepted(text) };
}
