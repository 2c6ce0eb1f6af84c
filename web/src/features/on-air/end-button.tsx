import { Square } from 'lucide-react';
import { useState } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/overlays/question.tsx';
import { watchingText } from './on-air-words.ts';
import { useEndBroadcast } from './status.mutations.ts';

export interface EndButtonProps {
  readonly channel: Channel;
  readonly onEnded: (channel: Channel) => unknown;
}

/** Ends the user's own broadcast, from any page or program. */
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

interface EndQuestionOptions {
  /** The current number of viewers. */
  readonly viewers: number;
  readonly button: 'End Stream' | 'Stop Stream';
  readonly onEnd: () => void;
}

/** Ends a broadcast, after a confirmation if there are viewers. The caller renders `question`. */
export function useEndQuestion({ viewers, button, onEnd }: EndQuestionOptions) {
  const [isAsking, setIsAsking] = useState(false);
  const stay = () => setIsAsking(false);
  const end = () => {
    stay();
    onEnd();
  };
  const question = isAsking && (
    <Question title="End stream?" no="Stay live" yes={button} onNo={stay} onYes={end}>
      {watchingText(viewers)}
    </Question>
  );
  return { end: viewers > 0 ? () => setIsAsking(true) : onEnd, question };
}
