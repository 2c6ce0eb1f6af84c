/** Styles of the controls. They lie over a video, so they are the same in the light and the dark theme. */
import type { ReactNode } from 'react';

export const controlButton =
  'grid h-10 min-w-10 shrink-0 pointer-coarse:h-11 pointer-coarse:@sm:min-w-11 place-items-center rounded-md px-1 text-sm font-semibold text-white hover:bg-white/15 focus-visible:outline-white aria-expanded:bg-white/15';

/** Above its button, in a small player over it, and at most as high as the player. */
export const controlMenu =
  'right-0 bottom-full mb-1 max-h-[calc(100cqh-var(--bar-height))] max-sm:bottom-0 max-sm:max-h-[70cqh] w-max min-w-36 overflow-y-auto overscroll-contain rounded-md bg-[#10181df2] p-1 text-white shadow-lg shadow-black/40 rtl:[direction:rtl]';

export const controlMenuItem =
  'flex h-9 w-full pointer-coarse:h-11 items-center gap-2 rounded-sm pe-4 ps-2 text-start text-sm whitespace-nowrap hover:bg-white/15 focus-visible:bg-white/15 focus-visible:outline-hidden';

interface ControlButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export const ControlButton = ({ label, onClick, children }: ControlButtonProps) => (
  <button type="button" aria-label={label} title={label} onClick={onClick} className={controlButton}>
    {children}
  </button>
);
