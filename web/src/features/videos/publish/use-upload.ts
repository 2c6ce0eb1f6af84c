/** What /upload does with files, without its looks: specification §4 (Video upload), §5 and §8. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ToastWords } from '../../../ui/overlays/toast-store.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { NO_FILE, refusalOf } from './upload-check.ts';
import { uploadSessionOf } from '../upload/upload.current.ts';

/** The upload of one user, and what can be done with it. */
export function useUpload(userId: string) {
  const session = uploadSessionOf(userId);
  const screen = useSyncExternalStore(session.subscribe, session.screen);
  useEffect(() => session.open(), [session]);

  const take = async (file: File, isLatest: () => boolean): Promise<boolean> => {
    const refusal = await refusalOf(file);
    if (!isLatest()) return false;
    if (!refusal && session.choose(file)) return true;
    toast(refusal ?? ANOTHER_FILE);
    return false;
  };
  const { choose, chosen, isChecking } = useChoice(take);
  const start = async () => {
    // Where the file is not taken, that has just been said.
    if ((await chosen()) && !session.start()) toast(NO_FILE);
  };
  return {
    screen,
    isChecking,
    choose,
    start: () => void start(),
    pause: session.pause,
    resume: session.resume,
    giveUp: session.giveUp,
    startOver: session.startOver,
  };
}

const ANOTHER_FILE: ToastWords = {
  title: 'This is another file',
  description: 'Choose the one that you began with, or discard it.',
  tone: 'danger',
};

/** Files are looked at before they are taken; of several that are chosen the last one counts. */
function useChoice(take: (file: File, isLatest: () => boolean) => Promise<boolean>) {
  const pending = useRef<Promise<boolean> | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const choose = (file: File): void => {
    const isLatest = () => pending.current === mine;
    const mine: Promise<boolean> = take(file, isLatest).finally(() => {
      if (!isLatest()) return;
      pending.current = null;
      setIsChecking(false);
    });
    pending.current = mine;
    setIsChecking(true);
  };
  /** Whether the file that is being looked at is taken; true where none is. */
  const chosen = async (): Promise<boolean> => pending.current ?? true;
  return { choose, chosen, isChecking };
}
