import { FanMark } from '../../../ui/fan-mark.tsx';

interface SoundAloneProps {
  readonly isPlaying: boolean;
  readonly onPicture: () => void;
}

/** Stands in for the picture that the viewer has done without. */
export function SoundAlone({ isPlaying, onPicture }: SoundAloneProps) {
  return (
    <>
      <div className="absolute inset-0 grid place-items-center bg-[radial-gradient(ellipse_at_center,#20313b_0%,#121c23_75%)]">
        <FanMark spinning={isPlaying} className="size-1/3 opacity-20" />
      </div>
      <div className="absolute inset-x-3 top-1/2 z-30 flex -translate-y-1/2 flex-col items-center gap-3 pt-24 text-center">
        <p className="font-semibold">Sound alone, for a slow connection</p>
        <button
          type="button"
          onClick={onPicture}
          className="h-10 rounded-full bg-white/15 px-4 text-sm font-semibold text-white hover:bg-white/25 focus-visible:outline-white"
        >
          Show the picture
        </button>
      </div>
    </>
  );
}
