import { OVERLAY_ROOT } from '#shared/plain/embed/overlay-root.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.ts';
import { embeddedAt, embedOptions } from './embed-address.ts';
import { EmbeddedChannel } from './embedded-channel.tsx';
import { EmbeddedVideo } from './embedded-video.tsx';
import { EmbedFrame, EmbedMissing } from './embed-frame.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const OverlayPage = lazyComponent(() => import('../obs-overlays/overlay.page.tsx'), 'OverlayPage');

/** /embed/{username} and /embed/video/{id}: only the player. Also opens overlays, which have no router either. */
export function EmbedPage() {
  if (location.pathname.startsWith(OVERLAY_ROOT)) return <OverlayPage />;
  const embedded = embeddedAt(location.pathname);
  const options = embedOptions(location.search);
  switch (embedded.kind) {
    case 'channel':
      return <EmbeddedChannel username={embedded.username} options={options} />;
    case 'video':
      return <EmbeddedVideo id={embedded.id} options={options} />;
    default:
      return (
        <EmbedFrame title={t('embed.notFound')}>
          <EmbedMissing title={t('embed.nothingHere')} text={t('embed.linkIncomplete')} />
        </EmbedFrame>
      );
  }
}
