import {
  mutationOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import type { Channel } from '#shared/channels/channels.ts';
import { call } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { IconButton } from '#web/ui/button.tsx';
import { toast, toastFailed, toastLoginRequired } from '#web/ui/overlays/toast.tsx';
import { followedChannelsQuery, followStatusQuery } from './follows.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface BellButtonProps {
  readonly channel: Pick<Channel, 'id' | 'display_name'>;
  readonly isFollowing: boolean;
}

export function BellButton({ channel: { id, display_name: name }, isFollowing }: BellButtonProps) {
  const isSignedIn = useSession() !== null;
  const status = useQuery({ ...followStatusQuery(id), enabled: isSignedIn });
  const { mutateAsync } = useMutation(bellMutation(useQueryClient(), id));
  const isOn = isFollowing && (status.data?.bell ?? false);

  const toggle = async () => {
    if (!isSignedIn) return toastLoginRequired(t('follows.logInToFollow'));
    if (!isFollowing) {
      return toast({
        title: t('follows.followFirst'),
        description: t('follows.followFirstHint', { name }),
      });
    }
    try {
      const [isPushed] = await Promise.all([isOn ? false : pushHere(), mutateAsync(!isOn)]);
      toast(isOn ? off(name) : on(name, isPushed));
    } catch (error) {
      toastFailed(t('follows.bellFailed'), error);
    }
  };

  const Icon = isOn ? BellRing : Bell;
  return (
    <IconButton
      label={t('follows.notifyMe', { name })}
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
  title: t('follows.bellOff'),
  description: t('follows.bellOffHint', { name }),
});

const on = (name: string, isPushed: boolean) => ({
  title: t('follows.bellOn'),
  description: isPushed ? t('follows.bellOnAlways', { name }) : t('follows.bellOnWhileOpen', { name }),
  tone: 'success' as const,
});

/** Turns on pushes in this browser and returns whether it worked. A bell works without them. */
async function pushHere(): Promise<boolean> {
  try {
    const { startPush } = await import('#web/lib/push/browser-push.ts');
    return (await startPush()) === 'on';
  } catch (error) {
    console.error('Error turning on pushes', error);
    return false;
  }
}

/** Toggles the bell: optimistically, with rollback. Fails with `ApiFailure`. */
export function bellMutation(cache: QueryClient, id: string) {
  const status = followStatusQuery(id).queryKey;
  const list = followedChannelsQuery().queryKey;
  const show = (bell: boolean) => {
    cache.setQueryData(status, { isFollowing: true, bell });
    cache.setQueryData(list, (known) => {
      if (!known) return known;
      const others = known.bells.filter((other) => other !== id);
      return { ...known, bells: bell ? [...others, id] : others };
    });
  };
  return mutationOptions({
    scope: { id: `bell ${id}` },
    mutationFn: (wanted: boolean) =>
      call(wanted ? 'PUT /news/bells/{channel_id}' : 'DELETE /news/bells/{channel_id}', {
        params: { channel_id: id },
      }),
    onMutate: async (wanted) => {
      // An earlier response would undo the click.
      const known = [status, list].filter((queryKey) => cache.getQueryData(queryKey) !== undefined);
      await Promise.all(known.map((queryKey) => cache.cancelQueries({ queryKey })));
      show(wanted);
    },
    onError: (_, wanted) => show(!wanted),
    // Its first load may have been under way.
    onSettled: () => void cache.invalidateQueries({ queryKey: list }),
  });
}
