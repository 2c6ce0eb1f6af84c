import { CircleSlash, SearchX } from 'lucide-react';
import { useSession } from '../../lib/api/session/session.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** "Channel not found" (specification §2, Channel). Only suspended users themselves see that they are suspended. */
export function ChannelMissing({ username }: { readonly username: string }) {
  const own = useSession()?.user.username;
  return own?.toLowerCase() === username.toLowerCase() ? <OwnHidden /> : <NotFound />;
}

const NotFound = () => (
  <EmptyState
    level={1}
    icon={<SearchX className="size-6" />}
    title="Channel not found"
    action={
      <ButtonLink variant="secondary" to={paths.home()}>
        Home
      </ButtonLink>
    }
  >
    Nobody has this name, or the channel is not shown at the moment.
  </EmptyState>
);

const OwnHidden = () => (
  <EmptyState
    level={1}
    icon={<CircleSlash className="size-6" />}
    title="Nobody sees your channel"
    action={
      <ButtonLink variant="secondary" to={paths.settings()}>
        Settings
      </ButtonLink>
    }
  >
    Your account may be suspended. Your settings say why, until when, and how to answer.
  </EmptyState>
);
