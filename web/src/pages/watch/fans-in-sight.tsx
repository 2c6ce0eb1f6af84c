import type { ComponentProps } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { paths } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links/links.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const FeaturedFans = onDemand(() => import('#web/features/fans/featured/featured-fans.tsx'), 'FeaturedFans', {
  isOptional: true,
});

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
