import type { ChatRoom, RoomRole } from '../../../../../shared/community/rooms.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { HeldWordsForm } from './rules/held-words-form.tsx';
import { ModeForm } from './rules/mode-form.tsx';
import { ModeratorsForm } from './rules/moderators-form.tsx';
import { SanctionList } from './rules/sanction-list.tsx';
import type { HiddenPeople } from './use-hidden-people.ts';

interface RulesDialogProps {
  readonly channelId: string;
  readonly room: ChatRoom;
  readonly role: RoomRole;
  readonly hidden: HiddenPeople;
  readonly onClose: () => void;
}

/** How the chat is led: for those who look after it, to change; for everybody, whom they hide. */
export function RulesDialog({ channelId, room, role, hidden, onClose }: RulesDialogProps) {
  const mayLead = role !== 'viewer';
  return (
    <Dialog title="Chat rules" onClose={onClose}>
      <div className="divide-y divide-line overflow-y-auto [&>section]:space-y-4 [&>section]:px-4 [&>section]:py-5 sm:[&>section]:px-6">
        {mayLead && <ModeForm channelId={channelId} room={room} />}
        {role === 'streamer' && <ModeratorsForm channelId={channelId} moderators={room.moderators} />}
        {mayLead && <SanctionList channelId={channelId} />}
        {mayLead && <HeldWordsForm channelId={channelId} />}
        <HiddenList hidden={hidden} />
      </div>
    </Dialog>
  );
}

function HiddenList({ hidden: { usernames, show } }: { readonly hidden: HiddenPeople }) {
  return (
    <section>
      <h3 className="font-semibold">People you hide</h3>
      {usernames.length === 0 && <p className="text-sm text-soft">Nobody.</p>}
      <ul className="space-y-2">
        {usernames.map((username) => (
          <li key={username} className="flex items-center justify-between gap-4 text-sm">
            <span className="truncate">{username}</span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Show again: ${username}`}
              onClick={() => void show(username)}
            >
              Show again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
