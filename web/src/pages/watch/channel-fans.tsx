import type { Channel } from '../../../../shared/channels/streamers.ts';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/links/links.tsx';
import { FansInSight } from './fans-in-sight.tsx';

interface ChannelFansProps {
  readonly channel: Channel;
  readonly isOwn: boolean;
}

/** The fans that a channel's stream shows, and the way to all of its own. The last on the page, so that nothing jumps. */
export const ChannelFans = ({ channel: { id, username, display_name }, isOwn }: ChannelFansProps) => (
  <div className="min-w-0 space-y-4 stacked:order-last">
    <FansInSight showing={{ kind: 'channel', id }} title="Fans in this stream" />
    <p className="text-sm">
      <TextLink to={paths.fanCollection(username)}>
        {isOwn ? 'Your fans' : `Fans of ${display_name}`}
      </TextLink>
    </p>
  </div>
);
