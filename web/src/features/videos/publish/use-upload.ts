import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { MAX_UPLOAD_BYTES } from '#shared/limits.ts';
import { SNIFFED_BYTES, whyNoVideo } from '#shared/plain/videos/video-file.ts';
import { retryImport } from '#web/lib/api/patience/retry-import.ts';
import { uploadSessionOf } from '../upload/upload-current.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Why a file is not uploaded. */
export interface FileProblem {
  readonly title: string;
  readonly description: string;
}

const problemOf = (title: string, description: string): FileProblem => ({ title, description });

export function useUpload(userId: string) {
  const session = uploadSessionOf(userId);
  const screen = useSyncExternalStore(session.subscribe, session.screen);
  useEffect(() => session.open(), [session]);
  const [problem, setProblem] = useState<FileProblem | null>(null);

  const take = async (file: File, isLatest: () => boolean): Promise<boolean> => {
    const refusal = await refusalOf(file);
    if (!isLatest()) return false;
    const isTaken = !refusal && session.choose(file);
    setProblem(isTaken ? null : (refusal ?? ANOTHER_FILE));
    return isTaken;
  };
  const { choose, chosen, isChecking } = useChoice(take);
  const start = async () => {
    // The problem of a refused file stands there already.
    if ((await chosen()) && !session.start()) setProblem(NO_FILE);
  };
  return {
    screen,
    problem,
    isChecking,
    choose,
    start: () => void start(),
    pause: session.pause,
    resume: session.resume,
    giveUp: session.giveUp,
    startOver: session.startOver,
  };
}

const ANOTHER_FILE = problemOf(t('videos.differentFile'), t('videos.differentFileHint'));

/** Validates chosen files. The last choice wins. */
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
  /** Whether the file being checked is accepted; true without one. */
  const chosen = async (): Promise<boolean> => pending.current ?? true;
  return { choose, chosen, isChecking };
}

const NO_FILE = problemOf(t('videos.noFile'), t('videos.noFileHint'));

const TOO_LARGE = problemOf(t('videos.fileTooLarge'), t('videos.fileTooLargeHint'));

const refused = (description: string) => problemOf(t('videos.fileRefused'), description);

/** The reason to refuse a file (specification §5 and §9); `null` if accepted. */
export async function refusalOf(file: File): Promise<FileProblem | null> {
  if (file.size > MAX_UPLOAD_BYTES) return TOO_LARGE;
  const head = await file
    .slice(0, SNIFFED_BYTES)
    .arrayBuffer()
    .catch(() => null);
  if (!head) return refused(t('videos.fileRefusedUnreadable'));
  const kind = whyNoVideo(new Uint8Array(head));
  if (kind) return refused(kind === 'empty' ? t('errors.empty_file') : t('errors.not_a_video', { kind }));
  return (await isSoundAlone(file)) ? refused(t('errors.sound_alone')) : null;
}

/** How long loading the code that inspects a file may take, including retries. */
const CODE_LIMIT_MS = 10_000;

/** Returns `false` if unknown, because the server checks again. */
async function isSoundAlone(file: File): Promise<boolean> {
  try {
    const limit = AbortSignal.timeout(CODE_LIMIT_MS);
    const tracks = await retryImport(() => import('./file-tracks.ts'), limit);
    return await tracks.isSoundAlone(file);
  } catch {
    return false;
  }
}
