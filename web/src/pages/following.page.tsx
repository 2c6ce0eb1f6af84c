import { useQuery } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Channel } from '../../../shared/channels/streamers.ts';
import { paths } from '../lib/paths.ts';
import { followedChannelsQuery } from '../features/follows/follows.queries.ts';
import { StreamGrid, StreamGridSkeleton } from '../features/streamers/stream-grid.tsx';
import { useSession } from '../lib/api/session/session.ts';
import { useDocumentTitle } from '../lib/hooks/browser-hooks.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { Section } from '../ui/section.tsx';

export function FollowingPage() {
  useDocumentTitle('Following');
  const session = useSession();
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">Following</h1>
      {session ? <Followed /> : <SignedOut />}
    </>
  );
}

function SignedOut() {
  // Returns here after the log-in.
  const state = { from: paths.following() };
  return (
    <EmptyState
      icon={<Heart className="size-6" />}
      title="Log in to follow channels"
      action={
        <>
          <ButtonLink to={paths.login()} state={state} variant="secondary">
            Log In
          </ButtonLink>
          <ButtonLink to={paths.signup()} state={state}>
            Sign Up
          </ButtonLink>
        </>
      }
    >
      Sign up or log in to see channels you follow
    </EmptyState>
  );
}

function Followed() {
  const query = useQuery(followedChannelsQuery());
  return (
    <Loaded
      query={query}
      failure="The channels you follow could not be loaded"
      skeleton={<StreamGridSkeleton />}
    >
      {({ channels }) => (channels.length === 0 ? <NoneFollowed /> : <Grids channels={channels} />)}
    </Loaded>
  );
}

function NoneFollowed() {
  return (
    <EmptyState
      icon={<Heart className="size-6" />}
      title="No followed channels yet"
      action={<ButtonLink to={paths.browse()}>Browse Channels</ButtonLink>}
    >
      Explore channels and follow your favorites!
    </EmptyState>
  );
}

function Grids({ channels }: { readonly channels: readonly Channel[] }) {
  const { live = [], offline = [] } = Object.groupBy(channels, ({ is_live }) =>
    is_live ? 'live' : 'offline',
  );
  return (
    <div className="space-y-10">
      <Grid title="Live Channels" channels={live}>
        None of the channels you follow is live right now.
      </Grid>
      <Grid title="Offline Channels" channels={offline}>
        Every channel you follow is live. What a breeze!
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
    <Section title={`${title} (${channels.length})`}>
      {channels.length > 0 ? <StreamGrid channels={channels} /> : <p className="text-soft">{children}</p>}
    </Section>
  );
}
