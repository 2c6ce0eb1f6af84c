import type { ReactNode } from 'react';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LiveBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { OwnViewerCount, type OwnViewers } from '#web/ui/own-viewers.tsx';
import { EndButton, type EndButtonProps, liveBy } from './end-button.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface LiveElsewhereProps extends EndButtonProps {
  readonly viewers: OwnViewers;
  /** Beside the button that ends the broadcast. */
  readonly raid: ReactNode;
}

/** Says on /go-live that the user has a broadcast from another page or software, with the possible actions. */
export function LiveElsewhere({ viewers, raid, ...props }: LiveElsewhereProps) {
  const { title, is_live } = props.channel;
  const isCamera = liveBy(props.channel) === 'camera';
  return (
    <Card
      title={is_live ? t('onAir.alreadyLive') : t('onAir.streamOpen')}
      tone="accent"
      isCompact
      className="mb-6"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {is_live && <LiveBadge />}
        <span dir="auto" className="font-medium wrap-anywhere">
          {title}
        </span>
        {is_live && (
          <span className="text-soft">
            <OwnViewerCount viewers={viewers} />
          </span>
        )}
      </p>
      <p className="mt-2 text-sm text-soft">
        {isCamera ? t('onAir.alreadyLiveCamera') : t('onAir.alreadyLiveSoftware')}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {!isCamera && (
          <ButtonLink to={paths.goLiveAdvanced()} variant="secondary">
            {t('onAir.manage')}
          </ButtonLink>
        )}
        {raid}
        <EndButton {...props} />
      </div>
    </Card>
  );
}
