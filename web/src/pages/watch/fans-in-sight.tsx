import type { ComponentProps } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/links/links.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { WhenNear } from '../../ui/when-near.tsx';
import { t } from '../../lib/i18n/messages.ts';

const FeaturedFans = onDemand(
  () => import('../../features/fans/featured/featured-fans.tsx'),
  'FeaturedFans',
  {
    isOptional: true,
  },
);

/** The fans of a stream or video, loaded near the viewport. */
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

/** A stream's fans and the collection's link. Last on the page to avoid jumps. */
export const ChannelFans = ({ channel: { id, username, display_name }, isOwn }: ChannelFansProps) => (
  <div className="min-w-0 space-y-4 stacked:order-last">
    <FansInSight showing={{ kind: 'channel', id }} title={t('fansInSight.fansInThisStream')} />
    <p className="text-sm">
      <TextLink to={paths.fanCollection(username)}>
        {isOwn ? t('collection.yourFans') : t('collection.fansOf', { displayName: display_name })}
      </TextLink>
    </p>
  </div>
);
