import { ShieldCheck } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useSession } from '../../lib/api/session/session.ts';
import type { MessageEntry } from '../../lib/message-entry.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { IconButton } from '../../ui/button.tsx';
import { hideEntry, keepingEntries } from './room-entries.tsx';
import { useHiddenPeople } from './use-hidden-people.ts';
import { type RoomOf, useRoom } from './use-room.ts';

const RulesDialog = onDemand(async () => (await import('./rules-dialog.tsx')).RulesDialog);
const TimeOutDialog = onDemand(async () => (await import('./time-out-dialog.tsx')).TimeOutDialog);

interface RoomTools {
  /** What can be done with a message. */
  readonly entries: readonly MessageEntry[];
  /** The way to the rules, for the head of the chat. */
  readonly button: ReactNode;
  /** What is asked, above the page. */
  readonly dialogs: ReactNode;
  /** Whose messages the reader does not want to see. */
  readonly hidden: readonly string[];
}

/** All by which a channel's chat is looked after, as far as the reader may. */
export function useRoomTools({ channelId, streamer }: RoomOf): RoomTools {
  const { room, role } = useRoom({ channelId, streamer });
  const hidden = useHiddenPeople();
  const reader = useSession()?.user.username;
  const [isOpen, setIsOpen] = useState(false);
  const [timedOut, setTimedOut] = useState<string | null>(null);
  const { hide } = hidden;
  const entries = useMemo(
    () => [
      ...keepingEntries({ channelId, streamer, room, role, reader }, setTimedOut),
      hideEntry(reader, hide),
    ],
    [channelId, streamer, room, role, reader, hide],
  );
  return {
    entries,
    hidden: hidden.usernames,
    button: (
      <IconButton label="Chat rules" onClick={() => setIsOpen(true)} disabled={!room}>
        <ShieldCheck className="size-5" />
      </IconButton>
    ),
    dialogs: (
      <Suspense>
        {isOpen && room && (
          <RulesDialog {...{ channelId, room, role, hidden }} onClose={() => setIsOpen(false)} />
        )}
        {timedOut !== null && (
          <TimeOutDialog channelId={channelId} username={timedOut} onClose={() => setTimedOut(null)} />
        )}
      </Suspense>
    ),
  };
}
