import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { detailOr } from '../../lib/api/api.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { toast, toastFailure } from '../../ui/overlays/toast.tsx';
import { bellMutation } from './bell.mutation.ts';
import { followStatusQuery } from './follows.queries.ts';

interface BellButtonProps {
  readonly channel: Pick<Channel, 'id' | 'display_name'>;
  readonly isFollowing: boolean;
}

/** Asks to be told when a followed channel goes live or publishes; the first time, also while Fanfare is closed. */
export function BellButton({ channel: { id, display_name: name }, isFollowing }: BellButtonProps) {
  const isSignedIn = useSession() !== null;
  const status = useQuery({ ...followStatusQuery(id), enabled: isSignedIn });
  const { mutateAsync } = useMutation(bellMutation(useQueryClient(), id));
  const isOn = isFollowing && (status.data?.bell ?? false);

  const toggle = async () => {
    if (!isSignedIn) return toastFailure('Login Required', 'Please log in to follow channels');
    if (!isFollowing) {
      return toast({
        title: 'Follow first',
        description: `Follow ${name}, then the bell tells you when a stream starts.`,
      });
    }
    try {
      const [isPushed] = await Promise.all([isOn ? false : pushHere(), mutateAsync(!isOn)]);
      toast(isOn ? off(name) : on(name, isPushed));
    } catch (error) {
      toastFailure('Error', detailOr(error, 'Failed to change the bell'));
    }
  };

  const Icon = isOn ? BellRing : Bell;
  return (
    <IconButton
      label={`Tell me when ${name} goes live`}
      variant="secondary"
      aria-pressed={isOn}
      onClick={() => void toggle()}
      className="aria-pressed:bg-accent-dim aria-pressed:text-accent"
    >
      <Icon className="size-5" />
    </IconButton>
  );
}

const off = (name: string) => ({
  title: 'Bell off',
  description: `You will not be told when ${name} goes live.`,
});

const on = (name: string, isPushed: boolean) => ({
  title: 'Bell on',
  description: isPushed
    ? `You will be told when ${name} goes live, also while Fanfare is closed.`
    : `While Fanfare is open, you will be told when ${name} goes live.`,
  tone: 'success' as const,
});

/** Whether this browser is pushed news from now on. A bell rings without that, too. */
async function pushHere(): Promise<boolean> {
  try {
    const { startPush } = await import('../../lib/push/browser-push.ts');
    return (await startPush()) === 'on';
  } catch (error) {
    console.error('Error turning on pushes', error);
    return false;
  }
}
