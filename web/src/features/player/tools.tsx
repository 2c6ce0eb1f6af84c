import { type ReactNode, type Ref, useState } from 'react';
import type { Steering } from './engine/steering.ts';

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

interface Place {
  /** Takes the place in the control bar. */
  readonly bar: Ref<HTMLElement>;
  /** What belongs below the player. */
  readonly shown: ReactNode;
}

/** The tools of a player: from its first picture on, and from then on whatever becomes of the picture. */
export function useTools(
  renderTools: RenderTools | undefined,
  stage: Omit<Stage, 'bar' | 'below'> & { readonly isShown: boolean },
): Place {
  const { isShown, ...rest } = stage;
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [below, setBelow] = useState<HTMLElement | null>(null);
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  const shown = renderTools && wasShown && (
    <>
      <div ref={setBelow} className="empty:hidden" />
      {renderTools({ ...rest, bar, below })}
    </>
  );
  return { bar: setBar, shown };
}
