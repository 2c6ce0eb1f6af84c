import { useLayoutEffect, useRef } from 'react';
import type { CaptionSettings } from './caption-settings.ts';

interface CuesProps {
  readonly cues: readonly VTTCue[];
  readonly language: string;
  readonly settings: Pick<CaptionSettings, 'size' | 'background'>;
}

/** The cues of the present moment, at the bottom or at the top; `ui/theme.css` keeps them clear of the controls. */
export function Cues({ cues, language, settings: { size, background } }: CuesProps) {
  const groups = [cues.filter(isAtTop), cues.filter((cue) => !isAtTop(cue))];
  return (
    <div
      lang={language}
      data-cues
      className="pointer-events-none absolute inset-0 z-raised flex flex-col justify-between px-[4%] pt-2 pb-3 [container-type:size]"
    >
      {groups.map((group, index) => (
        <div
          // The first is at the top.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          // Readable on a phone's small player, too.
          style={{ fontSize: `calc(max(0.95rem, 4.5cqh) * ${size})` }}
          className="flex flex-col items-center gap-0.5 text-center leading-snug font-medium text-white"
        >
          {group.map((cue) => (
            <CueText
              key={`${cue.startTime} ${cue.endTime} ${cue.text}`}
              cue={cue}
              className={BACKGROUND[background]}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

const BACKGROUND = {
  solid: 'bg-black',
  clear: 'bg-black/70',
  none: '[text-shadow:0_0_4px_#000,0_0_4px_#000,0_1px_2px_#000,0_0_8px_#000]',
} as const;

/** The browser parses the markup of a cue. */
function CueText({ cue, className }: { readonly cue: VTTCue; readonly className: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => ref.current?.replaceChildren(cue.getCueAsHTML()), [cue]);
  return (
    <p dir="auto" className="max-w-full [unicode-bidi:plaintext]">
      <span
        ref={ref}
        className={`box-decoration-clone rounded-sm px-2 py-0.5 whitespace-pre-line ${className}`}
      />
    </p>
  );
}

/** Lines count from the top, or, if negative, from the bottom. */
const isAtTop = ({ line, snapToLines }: VTTCue): boolean =>
  line !== 'auto' && line >= 0 && line < (snapToLines ? 8 : 50);
