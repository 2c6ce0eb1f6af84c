import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../ui/avatar.tsx';
import { ChannelSection } from './channel-section.tsx';
import { ownStreamerQuery } from './streamers.queries.ts';

interface OwnProps {
  readonly username: string;
}

/** The sidebar's way to one's own channel, which says whether it is live. */
export function OwnChannel({ username, isFolded }: OwnProps & { readonly isFolded: boolean }) {
  const query = useQuery(ownStreamerQuery(username));
  return (
    <ChannelSection
      title="Your Channel"
      query={query}
      channels={query.data && [query.data]}
      empty=""
      isFolded={isFolded}
    />
  );
}

/** One's own picture, as the channel has it. */
export function OwnAvatar({ username, className }: OwnProps & { readonly className: string }) {
  const { data } = useQuery(ownStreamerQuery(username));
  return <Avatar name={username} src={data?.avatar ?? ''} className={className} />;
}
