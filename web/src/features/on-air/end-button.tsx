import { Radio, SlidersHorizontal, Square } from 'lucide-react';
import { useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { paths } from '#web/lib/paths.ts';
import { formatCount } from '#web/lib/i18n/counts.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { useEndBroadcast } from './status.mutations.ts';
import { t } from '#web/lib/i18n/messages.ts';

export interface EndButtonProps {
  readonly channel: Channel;
  readonly onEnded: (channel: Channel) => unknown;
}

/** Ends the user's own broadcast, wherever it comes from. */
export function EndButton({ channel, onEnded }: EndButtonProps) {
  const ending = useEndBroadcast(onEnded);
  const { viewers } = channel;
  const { end, question } = useEndQuestion({
    viewers,
    button: t('common.endStream'),
    onEnd: () => ending.mutate(),
  });
  return (
    <>
      <Button variant="danger" busy={ending.isPending} onClick={end}>
        {!ending.isPending && <Square className="size-4 fill-current" />}
        {t('common.endStream')}
      </Button>
      {question}
    </>
  );
}

interface EndQuestionOptions {
  /** Missing where their number is hidden or not known. */
  readonly viewers: number | undefined;
  readonly button: string;
  readonly onEnd: () => void;
}

/** Ends a broadcast, after a confirmation if there may be viewers. The caller renders `question`. */
export function useEndQuestion({ viewers, button, onEnd }: EndQuestionOptions) {
  const [isOpen, setIsOpen] = useState(false);
  const stay = () => setIsOpen(false);
  const end = () => {
    stay();
    onEnd();
  };
  const question = isOpen && (
    <Question
      title={t('onAir.endStreamTitle')}
      no={t('common.stayLive')}
      yes={button}
      onNo={stay}
      onYes={end}
    >
      {viewers === undefined ? t('goLive.youAreLive') : watchingText(viewers)}
    </Question>
  );
  return { end: viewers === 0 ? onEnd : () => setIsOpen(true), question };
}

interface OwnStreamToolsProps extends EndButtonProps {
  /** A stream through software is open, which viewers need not see. */
  readonly hasStream: boolean;
}

export function OwnStreamTools({ hasStream, ...props }: OwnStreamToolsProps) {
  const way = liveBy(props.channel) ?? (hasStream ? 'software' : null);
  if (way === null) {
    return (
      <ButtonLink to={paths.goLive()}>
        <Radio className="size-4" />
        {t('onAir.goLive')}
      </ButtonLink>
    );
  }
  return (
    <>
      <ButtonLink to={way === 'camera' ? paths.goLive() : paths.goLiveAdvanced()} variant="secondary">
        <SlidersHorizontal className="size-4" />
        {t('onAir.manage')}
      </ButtonLink>
      <EndButton {...props} />
    </>
  );
}

export const watchingText = (viewers: number): string =>
  t('onAir.watching', { count: viewers, number: formatCount(viewers) });

/** How a channel is live, or was until its stream was interrupted; `null` while it is not. */
export function liveBy({ is_live, ingest, video_url }: Pick<Channel, 'is_live' | 'ingest' | 'video_url'>) {
  if (!is_live && ingest !== 'waiting') return null;
  return video_url.startsWith('/api/browser-stream/') ? 'camera' : 'software';
}
