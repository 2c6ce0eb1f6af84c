import { type ReactNode, type Ref, useState } from 'react';
import type { Steering } from './engine/steering.ts';

interface PlayerFrameProps {
  readonly ref: Ref<HTMLDivElement>;
  /** What the player is doing, in one word. */
  readonly state: string;
  readonly stalls: number;
  /** Times that the sound went on without the picture. */
  readonly freezes?: number;
  readonly children: ReactNode;
}

/** The area that a picture fills, and that fills the screen with it. */
export function PlayerFrame({ ref, state, stalls, freezes, children }: PlayerFrameProps) {
  return (
    <div
      ref={ref}
      // A press anywhere on it gives it the focus, and with that the keys that are otherwise the page's.
      tabIndex={-1}
      data-player
      data-state={state}
      data-stalls={stalls}
      {...(freezes !== undefined && { 'data-freezes': freezes })}
      // On a low screen the title stays in sight beneath it.
      className="relative isolate aspect-video max-h-[max(20rem,calc(100dvh-15rem))] w-full overflow-hidden bg-black text-white outline-none sm:rounded-lg fullscreen:rounded-none"
    >
      {children}
    </div>
  );
}

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

/** What the tools of a page have to work with. Of what is not there at the moment they get `null`. */
export interface Stage {
  readonly video: HTMLVideoElement | null;
  /** What fills the screen: the video with its controls. */
  readonly frame: HTMLElement | null;
  /** In the control bar, beside its buttons: for a button of the tools' own, by a portal. */
  readonly bar: HTMLElement | null;
  /** Below the picture, as wide: for panels, by a portal. */
  readonly below: HTMLElement | null;
  /** While something plays. */
  readonly steering: Steering | null;
  /** Does without the picture, or with it again; `null` for what has one source alone. */
  readonly setSoundAlone: ((isOn: boolean) => void) | null;
}

/** Shows a page's tools for what is played. */
export type RenderTools = (stage: Stage) => ReactNode;

interface ToolSlots {
  /** Takes the place in the control bar. */
  readonly bar: Ref<HTMLElement>;
  /** What belongs below the player. */
  readonly content: ReactNode;
}

/** The tools of a player: from its first picture on, and from then on whatever becomes of the picture. */
export function useTools(
  renderTools: RenderTools | undefined,
  stage: Omit<Stage, 'bar' | 'below'> & { readonly isVisible: boolean },
): ToolSlots {
  const { isVisible, ...rest } = stage;
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [below, setBelow] = useState<HTMLElement | null>(null);
  const [wasVisible, setWasVisible] = useState(false);
  if (isVisible && !wasVisible) setWasVisible(true);
  const content = renderTools && wasVisible && (
    <>
      <div ref={setBelow} className="empty:hidden" />
      {renderTools({ ...rest, bar, below })}
    </>
  );
  return { bar: setBar, content: content };
}
