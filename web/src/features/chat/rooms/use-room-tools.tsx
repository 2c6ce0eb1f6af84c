import { ScrollText, ShieldCheck, Vote } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSession } from '#web/lib/api/session/session.ts';
import { useHiddenPeople } from '#web/lib/hooks/use-hidden-people.ts';
import { useSlowMode } from '../writing/slow-mode.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import {
  hideEntry,
  pinEntries,
  removalEntries,
  roleEntries,
  sanctionEntries,
  unpin,
} from './room-entries.tsx';
import { roleOf } from '../rooms.queries.ts';
import type { SanctionedUser } from './sanction-dialog.tsx';
import { useLiveRoom } from './use-live-room.ts';
import { useUnacceptedRules } from '../writing/use-rules.ts';
import { t } from '#web/lib/i18n/messages.ts';

const RulesDialog = overlayOnDemand(() => import('./rules-dialog.tsx'), 'RulesDialog');
const PollDialog = overlayOnDemand(() => import('../polls/poll-dialog.tsx'), 'PollDialog');
const ModerationDialog = overlayOnDemand(() => import('./moderation-dialog.tsx'), 'ModerationDialog');
const SanctionDialog = overlayOnDemand(() => import('./sanction-dialog.tsx'), 'SanctionDialog');

/** The moderation tools that the reader may use. */
export function useRoomTools(channelId: string, streamer: string) {
  const { room, role } = useRoom(channelId, streamer);
  const turn = useSlowMode(channelId, room, role);
  const hidden = useHiddenPeople();
  const reader = useSession()?.user.username;
  const rules = useUnacceptedRules(channelId, room, role);
  const [open, setOpen] = useState<'rules' | 'moderation' | 'poll' | null>(null);
  const [sanctioned, setSanctioned] = useState<SanctionedUser | null>(null);
  const { hide } = hidden;
  const entries = useMemo(() => {
    const context = { channelId, streamer, room, role, reader };
    return [
      ...pinEntries(context),
      ...roleEntries(context),
      ...removalEntries(context),
      ...sanctionEntries(context, setSanctioned),
      hideEntry(reader, hide),
    ];
  }, [channelId, streamer, room, role, reader, hide]);
  return {
    entries,
    /** Usernames whose messages are hidden. */
    hidden: hidden.usernames,
    role,
    turn,
    rules,
    pinned: room?.pinned ?? null,
    poll: room?.poll,
    /** Absent without permission. */
    onUnpin: role === 'viewer' ? undefined : () => void unpin(channelId),
    tools: (
      <>
        {role !== 'viewer' && (
          <>
            <IconButton label={t('polls.start')} onClick={() => setOpen('poll')} disabled={!room}>
              <Vote className="size-5" />
            </IconButton>
            <IconButton label={t('chat.moderation')} onClick={() => setOpen('moderation')} disabled={!room}>
              <ShieldCheck className="size-5" />
            </IconButton>
          </>
        )}
        <IconButton label={t('chat.rules')} onClick={() => setOpen('rules')} disabled={!room}>
          <ScrollText className="size-5" />
        </IconButton>
      </>
    ),
    dialogs: (
      <>
        {open === 'rules' && room && (
          <RulesDialog rules={room.rules} hidden={hidden} onClose={() => setOpen(null)} />
        )}
        {open === 'moderation' && room && role !== 'viewer' && (
          <ModerationDialog
            {...{ channelId, room }}
            isStreamer={role === 'streamer'}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'poll' && role !== 'viewer' && (
          <PollDialog channelId={channelId} onClose={() => setOpen(null)} />
        )}
        {sanctioned && (
          <SanctionDialog channelId={channelId} {...sanctioned} onClose={() => setSanctioned(null)} />
        )}
      </>
    ),
  };
}

/** The room, and the reader's role in it. */
function useRoom(channelId: string, streamer: string) {
  const room = useLiveRoom(channelId);
  const reader = useSession()?.user.username;
  return { room, role: roleOf(reader, streamer, room) };
}
