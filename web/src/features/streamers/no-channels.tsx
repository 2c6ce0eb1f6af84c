import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FanMark } from '../../ui/fan-mark.tsx';
import { t } from '../../lib/i18n/messages.ts';

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
