import { RotateCcw } from 'lucide-react';
import type { Channel } from '#shared/channels/channels.ts';
import { Button } from '#web/ui/button.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface LastStreamProps {
  readonly channel: Channel | undefined;
  readonly isFormEmpty: boolean;
  readonly onUse: (last: Pick<Channel, 'title' | 'game' | 'tags'>) => void;
}

/** Fills a form from the last stream on request. Hidden without one. */
export function LastStream({ channel, isFormEmpty, onUse }: LastStreamProps) {
  if (!isFormEmpty || !channel?.title || channel.is_live) return null;
  const { title, game, tags } = channel;
  return (
    <Button variant="secondary" size="sm" onClick={() => onUse({ title, game, tags })} className="max-w-full">
      <RotateCcw className="size-4 shrink-0" />
      <span className="truncate">{t('streamers.sameAsLastTime', { title })}</span>
    </Button>
  );
}
