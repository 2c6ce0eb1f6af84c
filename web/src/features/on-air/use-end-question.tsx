import { useState } from 'react';
import { Question } from '../../ui/overlays/question.tsx';
import { watchingText } from './on-air-words.ts';

interface EndQuestionOptions {
  /** As many as are known of. */
  readonly viewers: number;
  readonly button: 'End Stream' | 'Stop Stream';
  readonly onEnd: () => void;
}

/** Ends a broadcast at once where nobody watches; where somebody does, it asks first. `question` goes on the page. */
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
