/** Styles of the controls. They lie over a video, so they are the same in the light and the dark theme. */
import type { ReactNode } from 'react';

export const controlButton =
  'grid h-control-md min-w-10 shrink-0 pointer-coarse:@sm:min-w-11 place-items-center rounded-md px-1 text-sm font-semibold text-white hover:bg-white/15 focus-visible:outline-white aria-expanded:bg-white/15';

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
