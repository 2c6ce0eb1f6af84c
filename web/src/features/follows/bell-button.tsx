import { Bell, BellRing } from 'lucide-react';
import type { Channel } from '../../../../shared/streamers.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { toast, toastFailure } from '../../ui/overlays/toast.tsx';
import { setBell, useBell } from './bells.ts';

interface BellButtonProps {
  readonly channel: Pick<Channel, 'id' | 'display_name'>;
  readonly isFollowing: boolean;
}

/** Asks to be told when a followed channel goes live. `LiveAlerts` tells; the choice stays in this browser. */
export function BellButton({ channel: { id, display_name: name }, isFollowing }: BellButtonProps) {
  const userId = useSession()?.user.id ?? '';
  const isOn = useBell(userId, id) && isFollowing;

  const toggle = () => {
    if (!userId) {
      return toastFailure('Login Required', 'Please log in to follow channels');
    }
    if (!isFollowing) {
      return toast({
        title: 'Follow first',
        description: `Follow ${name}, then the bell tells you when a stream starts.`,
      });
    }
    setBell(userId, id, !isOn);
    toast(
      isOn
        ? { title: 'Bell off', description: `You will not be told when ${name} goes live.` }
        : {
            title: 'Bell on',
            description: `While Fanfare is open, you will be told when ${name} goes live.`,
            tone: 'success',
          },
    );
  };

  const Icon = isOn ? BellRing : Bell;
  return (
    <IconButton
      label={`Tell me when ${name} goes live`}
      variant="secondary"
      aria-pressed={isOn}
      onClick={toggle}
      className="aria-pressed:bg-accent-dim aria-pressed:text-accent"
    >
      <Icon className="size-5" />
    </IconButton>
  );
}
