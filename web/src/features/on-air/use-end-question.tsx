import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { watchingText } from './on-air-words.ts';

interface EndQuestionOptions {
  /** As many as are known of. */
  readonly viewers: number;
  readonly button: 'End Stream' | 'Stop Stream';
  readonly onEnd: () => void;
}

/** Ends a broadcast at once where nobody watches; where somebody does, it asks first. `question` goes on the page. */
export function useEndQuestion({ viewers, button, onEnd }: EndQuestionOptions): {
  readonly end: () => void;
  readonly question: ReactNode;
} {
  const [isAsking, setIsAsking] = useState(false);
  const stay = () => setIsAsking(false);
  const end = () => {
    stay();
    onEnd();
  };
  const question = isAsking && (
    <Dialog title="End stream?" onClose={stay}>
      <p className="px-4 py-5 sm:px-6">{watchingText(viewers)}</p>
      <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-3 sm:px-6">
        <Button variant="ghost" onClick={stay}>
          Stay live
        </Button>
        <Button variant="danger" onClick={end}>
          {button}
        </Button>
      </footer>
    </Dialog>
  );
  return { end: viewers > 0 ? () => setIsAsking(true) : onEnd, question };
}
