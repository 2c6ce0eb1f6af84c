import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RoomRole } from '../../../../../shared/community/rooms.ts';
import { useSession } from '../../../lib/api/session/session.ts';
import { useHiddenPeople } from '../../../lib/hooks/use-hidden-people.ts';
import { useLiveQuery } from '../../../lib/realtime/use-live-query.ts';
import { useTurn } from '../writing/slow-mode.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { overlayOnDemand } from '../../../ui/on-demand.tsx';
import { hideEntry, keepingEntries, pinEntries, unpin } from './room-entries.tsx';
import { roomChangedBy, roomQuery } from '../rooms.queries.ts';
import type { SanctionedUser } from './sanction-dialog.tsx';
import { t } from '../../../lib/i18n/messages.ts';

const RulesDialog = overlayOnDemand(() => import('./rules-dialog.tsx'), 'RulesDialog');
const SanctionDialog = overlayOnDemand(() => import('./sanction-dialog.tsx'), 'SanctionDialog');

/** The moderation tools that the reader may use. */
export function useRoomTools(channelId: string, streamer: string) {
  const { room, role } = useRoom(channelId, streamer);
  const turn = useTurn(channelId, room, role);
  const hidden = useHiddenPeople();
  const reader = useSession()?.user.username;
  const [isOpen, setIsOpen] = useState(false);
  const [sanctioned, setSanctioned] = useState<SanctionedUser | null>(null);
  const { hide } = hidden;
  const entries = useMemo(() => {
    const context = { channelId, streamer, room, role, reader };
    return [...pinEntries(context), ...keepingEntries(context, setSanctioned), hideEntry(reader, hide)];
  }, [channelId, streamer, room, role, reader, hide]);
  return {
    entries,
    /** Usernames whose messages are hidden. */
    hidden: hidden.usernames,
    turn,
    pinned: room?.pinned ?? null,
    /** Absent without permission. */
    onUnpin: role === 'viewer' ? undefined : () => void unpin(channelId),
    tools: (
      <IconButton label={t('chat.rules')} onClick={() => setIsOpen(true)} disabled={!room}>
        <ShieldCheck className="size-5" />
      </IconButton>
    ),
    dialogs: (
      <>
        {isOpen && room && (
          <RulesDialog {...{ channelId, room, role, hidden }} onClose={() => setIsOpen(false)} />
        )}
        {sanctioned && (
          <SanctionDialog channelId={channelId} {...sanctioned} onClose={() => setSanctioned(null)} />
        )}
      </>
    ),
  };
}

/** The room, updated by the socket, and the reader's role in it. */
function useRoom(channelId: string, streamer: string) {
  const query = roomQuery(channelId);
  const refetchInterval = useLiveQuery(channelId, query.queryKey, roomChangedBy);
  const { data: room } = useQuery({ ...query, refetchInterval });
  const reader = useSession()?.user.username;
  const isModerator = reader !== undefined && room?.moderators.includes(reader);
  const role: RoomRole = reader === streamer ? 'streamer' : isModerator ? 'moderator' : 'viewer';
  return { room, role };
}
