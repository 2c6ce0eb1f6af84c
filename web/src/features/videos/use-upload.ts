/** What /upload does with files, without its looks: specification §4 (Video upload), §5 and §8. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useToast } from '../../ui/toast.tsx';
import { NO_FILE, refusalOf } from './upload-check.ts';
import { uploadSessionOf } from './upload.current.ts';

/** The upload of one user, and what can be done with it. */
export function useUpload(userId: string) {
  const toast = useToast();
  const session = uploadSessionOf(userId);
  const screen = useSyncExternalStore(session.subscribe, session.screen);
  useEffect(() => session.open(), [session]);

  const latest = useRef<File | null>(null);
  const choose = async (file: File) => {
    latest.current = file;
    const refusal = await refusalOf(file);
    // Another one has been chosen meanwhile.
    if (latest.current !== file) return;
    if (refusal) return toast(refusal);
    if (!session.choose(file)) {
      toast({
        title: 'This is another file',
        description: 'Choose the one that you began with, or discard it.',
        tone: 'danger',
      });
    }
  };
  const start = () => {
    if (!session.start()) toast(NO_FILE);
  };
  return {
    screen,
    choose: (file: File) => void choose(file),
    start,
    pause: session.pause,
    resume: session.resume,
    giveUp: session.giveUp,
    startOver: session.startOver,
  };
}
