import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Video } from '#shared/videos/videos.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const ShareDialog = overlayOnDemand(() => import('./share-dialog.tsx'), 'ShareDialog');

interface ShareVideoProps {
  readonly video: Video;
  readonly positionS: () => number;
}

export function ShareVideo({ video, positionS }: ShareVideoProps) {
  const [sharedAtS, setSharedAtS] = useState<number | null>(null);
  return (
    <>
      <IconButton label={t('common.share')} variant="secondary" onClick={() => setSharedAtS(positionS())}>
        <Share2 className="size-5" />
      </IconButton>
      {sharedAtS !== null && (
        <ShareDialog video={video} nowS={sharedAtS} onClose={() => setSharedAtS(null)} />
      )}
    </>
  );
}
