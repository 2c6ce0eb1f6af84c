/** What /upload does with files, without its looks: specification §4 (Video upload), §5 and §8. */
import { useEffect, useSyncExternalStore } from 'react';
import { useToast } from '../../ui/toast.tsx';
import { NO_VIDEO, refusalOf } from './upload-check.ts';
import { uploadSessionOf } from './upload.current.ts';

/** The upload of one user, and what can be done with it. */
export function useUpload(userId: string) {
  const toast = useToast();
  const session = uploadSessionOf(userId);
  const screen = useSyncExternalStore(session.subscribe, session.screen);
  useEffect(() => session.open(), [session]);

  const choose = (file: File) => {
    const refusal = refusalOf(file);
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
    if (!session.start()) toast(NO_VIDEO);
  };
  return {
    screen,
    choose,
    start,
    pause: session.pause,
    resume: session.resume,
    giveUp: session.giveUp,
    startOver: session.startOver,
  };
}
