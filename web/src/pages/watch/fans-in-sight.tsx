import type { ComponentProps } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/links/links.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { WhenNear } from '../../ui/when-near.tsx';

const FeaturedFans = onDemand(
  () => import('../../features/fans/featured/featured-fans.tsx'),
  'FeaturedFans',
  {
    isOptional: true,
  },
);

/** The fans of a stream or a video, loaded once they are nearly in sight. */
export const FansInSight = (props: ComponentProps<typeof FeaturedFans>) => (
  <div className="min-h-px">
    <WhenNear>
      <FeaturedFans {...props} />
    </WhenNear>
  </div>
);

interface ChannelFansProps {
  readonly channel: Channel;
  readonly isOwn: boolean;
}

/** The fans of a channel's stream, and a link to its collection. Last on the page, so that nothing jumps. */
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
