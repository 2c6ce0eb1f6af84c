import { CircleSlash } from 'lucide-react';
import { useSession } from '../../lib/api/session/session.ts';
import { paths } from '../../lib/paths.ts';
import { MissingPage } from '../../ui/states/missing-page.tsx';

/** "Channel not found" (specification §2, Channel). Only suspended users themselves see that they are suspended. */
export function ChannelMissing({ username }: { readonly username: string }) {
  const own = useSession()?.user.username;
  if (own?.toLowerCase() !== username.toLowerCase())
    return (
      <MissingPage title="Channel not found" to={paths.home()} action="Home">
        Nobody has this name, or the channel is not shown at the moment.
      </MissingPage>
    );
  return (
    <MissingPage
      icon={<CircleSlash className="size-6" />}
      title="Nobody sees your channel"
      to={paths.settings()}
      action="Settings"
    >
      Your account may be suspended. Your settings say why, until when, and how to answer.
    </MissingPage>
  );
}
