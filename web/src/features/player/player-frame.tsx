import type { ReactNode, Ref } from 'react';

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
