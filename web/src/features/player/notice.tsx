import type { ReactNode } from 'react';

/** Shown in place of what the network is missing for. */
export const OFFLINE_WORDS = {
  title: 'You are offline',
  text: 'The video continues when you are connected again.',
};

export interface NoticeWords {
  readonly title: string;
  readonly text?: string | undefined;
  readonly icon: ReactNode;
}

interface NoticeProps {
  /** `null`: there is a picture. */
  readonly words: NoticeWords | null;
  readonly children?: ReactNode;
}

/** Covers the player with words while it has no picture. Always there, so that a change is read out. */
export function Notice({ words, children }: NoticeProps) {
  return (
    <div role="status" className={words ? COVER : 'sr-only'}>
      {words && (
        <>
          <span aria-hidden="true" className="mb-3 text-white/60 sm:mb-4">
            {words.icon}
          </span>
          <p className="text-lg font-semibold sm:text-xl">{words.title}</p>
          {words.text && <p className="mt-1 max-w-sm text-sm text-white/70 sm:text-base">{words.text}</p>}
          {children}
        </>
      )}
    </div>
  );
}

const COVER =
  'absolute inset-0 z-10 flex flex-col items-center justify-center bg-[radial-gradient(ellipse_at_center,#20313b_0%,#121c23_75%)] px-6 text-center';
