import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FanMark } from '../../ui/fan-mark.tsx';

/** No channel is live: invites to be the first. */
export function NoLiveChannels({ level = 3 }: { readonly level?: 2 | 3 }) {
  const session = useSession();
  return (
    <EmptyState
      level={level}
      icon={<FanMark className="size-7" />}
      title="No fan is live right now"
      action={
        session ? (
          <ButtonLink to={paths.goLive()}>Go live with your fan</ButtonLink>
        ) : (
          <ButtonLink to={paths.signup()} state={{ from: paths.goLive() }}>
            Sign up and go live
          </ButtonLink>
        )
      }
    >
      Switch one on and be the first, or look through the channels.
    </EmptyState>
  );
}
