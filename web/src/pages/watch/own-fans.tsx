import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';
import { ChooseFans } from '#web/features/fans/featured/choose-fans.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export const OwnFans = ({ of }: { readonly of: Channel | Video }) =>
  'channel_id' in of ? (
    <ChooseFans
      showing={{ kind: 'video', id: of.id }}
      owner={{ id: of.channel_id, username: of.username }}
      title={t('video.fansInThisVideo')}
    />
  ) : (
    <ChooseFans showing={{ kind: 'channel', id: of.id }} owner={of} title={t('streamFans.button')} />
  );
