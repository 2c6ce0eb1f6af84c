import { useQuery } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { paths } from '#web/lib/paths.ts';
import { followedChannelsQuery } from '#web/features/follows/follows.queries.ts';
import { StreamGrid, StreamGridSkeleton } from '#web/features/channels/stream-grid.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Section } from '#web/ui/section.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { LibraryFrame } from './library/library-frame.tsx';
import { Published } from './library/published.tsx';
import { LogInState } from './library/log-in-state.tsx';

export function FollowingPage() {
  return (
    <LibraryFrame title={t('following.title')} signedOut={<SignedOut />}>
      <Followed />
    </LibraryFrame>
  );
}

const SignedOut = () => (
  <LogInState icon={<Heart className="size-6" />} title={t('following.loggedOut')}>
    {t('following.loggedOutHint')}
  </LogInState>
);

function Followed() {
  const query = useQuery(followedChannelsQuery());
  return (
    <Loaded query={query} failure={t('following.loadFailed')} skeleton={<StreamGridSkeleton />}>
      {({ channels }) => (channels.length === 0 ? <NoneFollowed /> : <Grids channels={channels} />)}
    </Loaded>
  );
}

function NoneFollowed() {
  return (
    <EmptyState
      icon={<Heart className="size-6" />}
      title={t('following.none')}
      action={<ButtonLink to={paths.browse()}>{t('common.browseChannels')}</ButtonLink>}
    >
      {t('following.noneHint')}
    </EmptyState>
  );
}

function Grids({ channels }: { readonly channels: readonly Channel[] }) {
  const live = channels.filter(({ is_live }) => is_live);
  const offline = channels.filter(({ is_live }) => !is_live);
  return (
    <div className="space-y-10">
      <Grid title={t('following.live', { count: live.length })} channels={live}>
        {t('following.noneLive')}
      </Grid>
      <Published channels={channels} />
      <Grid title={t('following.offline', { count: offline.length })} channels={offline}>
        {t('following.noneOffline')}
      </Grid>
    </div>
  );
}

interface GridProps {
  readonly title: string;
  readonly channels: readonly Channel[];
  readonly children: ReactNode;
}

function Grid({ title, channels, children }: GridProps) {
  return (
    <Section title={title}>
      {channels.length > 0 ? <StreamGrid channels={channels} /> : <p className="text-soft">{children}</p>}
    </Section>
  );
}
