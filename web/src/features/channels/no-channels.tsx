import { paths } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** No channel is live: invites to be the first. */
export function NoLiveChannels({ level = 3 }: { readonly level?: 2 | 3 }) {
  const session = useSession();
  return (
    <EmptyState
      level={level}
      icon={<FanMark className="size-7" />}
      title={t('streamers.nobodyLive')}
      action={
        session ? (
          <ButtonLink to={paths.goLive()}>{t('streamers.goLive')}</ButtonLink>
        ) : (
          <ButtonLink to={paths.signup()} state={{ from: paths.goLive() }}>
            {t('streamers.signUpAndGoLive')}
          </ButtonLink>
        )
      }
    >
      {t('streamers.nobodyLiveHint')}
    </EmptyState>
  );
}
