import { Square } from 'lucide-react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { Button } from '../../ui/button.tsx';
import { useEndBroadcast } from './status.mutations.ts';
import { useEndQuestion } from './use-end-question.tsx';

export interface EndButtonProps {
  readonly channel: Channel;
  readonly onEnded: (channel: Channel) => unknown;
}

/** Ends one's broadcast, whichever page or program it comes from. */
export function EndButton({ channel, onEnded }: EndButtonProps) {
  const ending = useEndBroadcast(onEnded);
  const { viewers } = channel;
  const { end, question } = useEndQuestion({
    viewers,
    button: 'End Stream',
    onEnd: () => ending.mutate(),
  });
  return (
    <>
      <Button variant="danger" busy={ending.isPending} onClick={end}>
        {!ending.isPending && <Square className="size-4 fill-current" />}
        End Stream
      </Button>
      {question}
    </>
  );
}
