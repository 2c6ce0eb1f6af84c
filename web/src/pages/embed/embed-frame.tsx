import type { UseQueryResult } from '@tanstack/react-query';
import { ExternalLink, SearchX, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '../../features/player/player-frame.tsx';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { FanMark } from '../../ui/fan-mark.tsx';
import { isBadAddress } from '../../ui/states/loaded.tsx';

interface EmbedFrameProps {
  /** What is in it. */
  readonly title: string;
  /** The page of it. @default nothing leads anywhere */
  readonly href?: string;
  readonly children: ReactNode;
}

/** Fills the frame with a player, and leads to the site in a tab of its own, as no page of the site opens in a frame. */
export function EmbedFrame({ title, href, children }: EmbedFrameProps) {
  useDocumentTitle(title);
  return (
    <main className={WHOLE}>
      <h1 className="sr-only">{title}</h1>
      {children}
      {href && (
        <a href={href} target="_blank" rel="noopener" className={LINK}>
          <FanMark className="size-5 shrink-0 text-[#4fd1d9]" />
          <span className="truncate">
            <span className="sr-only">Watch on Fanfare: </span>
            {title}
          </span>
          <ExternalLink aria-hidden="true" className="size-3.5 shrink-0 text-white/70" />
        </a>
      )}
    </main>
  );
}

/** The player's own frame is as large as the whole, whatever shape that has. */
const WHOLE =
  'group/embed relative isolate h-dvh w-full overflow-hidden bg-black text-white ' +
  '[&>[data-player]]:aspect-auto [&>[data-player]]:h-full [&>[data-player]]:max-h-none [&>[data-player]]:rounded-none';

/** Out of the way of a picture that nobody points at, with the controls. */
const LINK =
  'absolute top-3 right-3 z-30 flex h-9 max-w-[min(24rem,calc(100%-12.5rem))] items-center gap-2 rounded-full bg-black/75 px-3 text-sm font-semibold text-white ' +
  'pointer-coarse:h-11 hover:bg-black/90 focus-visible:outline-white transition-opacity ' +
  'group-has-[[data-state=playing]]/embed:not-focus-visible:opacity-0 group-has-[[data-state=playing]]/embed:pointer-coarse:pointer-events-none ' +
  'group-has-data-shown/embed:opacity-100! group-has-data-shown/embed:pointer-events-auto!';

/** Words in place of a player. */
export function EmbedMissing({ title, text }: { readonly title: string; readonly text: string }) {
  return <Notice words={{ title, text, icon: <SearchX className="size-9 sm:size-12" /> }} />;
}

/** An id that is none is answered as a bad request. */

interface EmbedLoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** Where there is none. */
  readonly missing: { readonly title: string; readonly text: string };
  readonly children: (data: T) => ReactNode;
}

/** What a query has answered; a turning fan until then, and words where it cannot. */
export function EmbedLoaded<T>({ query, missing, children }: EmbedLoadedProps<T>) {
  const { data, error, refetch } = query;
  if (isBadAddress(error))
    return (
      <EmbedFrame title={missing.title}>
        <EmbedMissing {...missing} />
      </EmbedFrame>
    );
  if (data !== undefined) return children(data);
  return (
    <EmbedFrame title="Fanfare">
      {error ? (
        <Notice
          words={{ title: 'This could not be loaded', icon: <VideoOff className="size-9 sm:size-12" /> }}
        >
          <button type="button" onClick={() => void refetch()} className={AGAIN}>
            Try again
          </button>
        </Notice>
      ) : (
        <output className="absolute inset-0 grid place-items-center">
          <FanMark spinning className="size-10 text-[#4fd1d9]" />
          <span className="sr-only">Loading...</span>
        </output>
      )}
    </EmbedFrame>
  );
}

const AGAIN =
  'mt-4 h-10 rounded-full bg-white/15 px-4 text-sm font-semibold hover:bg-white/25 focus-visible:outline-white pointer-coarse:h-11';
