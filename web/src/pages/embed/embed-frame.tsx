import type { UseQueryResult } from '@tanstack/react-query';
import { ExternalLink, Play, SearchX, VideoOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Notice } from '#web/features/player/player-frame.tsx';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { gradientOf } from '#web/ui/pictures/hue.ts';
import { isBadAddress } from '#web/ui/states/loaded.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface EmbedFrameProps {
  readonly title: string;
  /** The content's page. @default no link */
  readonly href?: string;
  readonly children: ReactNode;
}

/** Fills the frame with a player. Links open a new tab, because the site cannot open in a frame. */
export function EmbedFrame({ title, href, children }: EmbedFrameProps) {
  useDocumentTitle(title);
  return (
    <main className={WHOLE}>
      <h1 className="sr-only">{title}</h1>
      {children}
      {href && (
        <a data-corner href={href} target="_blank" rel="noopener" className={LINK}>
          <FanMark className="size-5 shrink-0 text-player-accent" />
          <span dir="auto" className="truncate">
            <span className="sr-only">{t('embedFrame.watchPrefix')} </span>
            {title}
          </span>
          <ExternalLink aria-hidden="true" className="rtl:-scale-x-100 size-3.5 shrink-0 text-white/70" />
        </a>
      )}
    </main>
  );
}

/** Stretches the player to the frame's shape. */
const WHOLE =
  'group/embed relative isolate h-dvh w-full overflow-hidden bg-black text-white ' +
  '[&>[data-player]]:aspect-auto [&>[data-player]]:h-full [&>[data-player]]:max-h-none [&>[data-player]]:rounded-none';

const LINK =
  'absolute top-3 end-3 z-notice flex h-control-sm max-w-[min(24rem,calc(100%-12.5rem))] items-center gap-2 rounded-full bg-black/75 px-3 text-sm font-semibold text-white ' +
  'hover:bg-black/90 focus-visible:outline-white transition-opacity ' +
  'group-has-[[data-state=playing]]/embed:group-not-has-data-shown/embed:not-focus-visible:opacity-0 ' +
  'group-has-[[data-state=playing]]/embed:group-not-has-data-shown/embed:pointer-coarse:pointer-events-none';

export function EmbedMissing({ title, text }: { readonly title: string; readonly text: string }) {
  return <Notice words={{ title, text, icon: <SearchX className="size-9 sm:size-12" /> }} />;
}

interface EmbedLoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly missing: { readonly title: string; readonly text: string };
  readonly children: (data: T) => ReactNode;
}

/** Renders a query's data, a loading fan or a failure. */
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
    <EmbedFrame title={t('embedFrame.site')}>
      {error ? (
        <Notice
          words={{
            title: t('embedFrame.loadFailed'),
            icon: <VideoOff className="size-9 sm:size-12" />,
          }}
        >
          <button type="button" onClick={() => void refetch()} className={AGAIN}>
            {t('common.tryAgain')}
          </button>
        </Notice>
      ) : (
        <div role="status" className="absolute inset-0 grid place-items-center">
          <FanMark spinning className="size-10 text-player-accent" />
          <span className="sr-only">{t('common.loading')}</span>
        </div>
      )}
    </EmbedFrame>
  );
}

const AGAIN =
  'mt-4 h-control-md rounded-full bg-white/15 px-4 text-sm font-semibold hover:bg-white/25 focus-visible:outline-white';

interface EmbedPosterProps {
  readonly title: string;
  readonly src: string | null;
  readonly badge?: ReactNode;
  readonly onPlay: () => void;
}

/** Replaces a player until pressed, so that a page with ten frames loads ten pictures and no video. */
export function EmbedPoster({ title, src, badge, onPlay }: EmbedPosterProps) {
  return (
    <>
      <EmbedPicture title={title} src={src} />
      <div className="absolute top-3 start-3 flex h-9 items-center">{badge}</div>
      <button
        type="button"
        onClick={onPlay}
        className="group/play absolute inset-0 grid cursor-pointer place-items-center outline-hidden"
      >
        <span className="grid size-16 place-items-center rounded-full bg-black/70 group-hover/play:bg-black/90 group-focus-visible/play:outline-2 group-focus-visible/play:outline-offset-2 group-focus-visible/play:outline-white">
          <Play aria-hidden="true" className="size-8 fill-current" />
        </span>
        <span className="sr-only">{t('embedFrame.play', { title })}</span>
      </button>
    </>
  );
}

export function EmbedPicture({ title, src }: Pick<EmbedPosterProps, 'title' | 'src'>) {
  const [isBroken, setIsBroken] = useState(false);
  if (src && !isBroken)
    return (
      <img
        src={src}
        alt=""
        onError={() => setIsBroken(true)}
        className="absolute inset-0 size-full object-contain"
      />
    );
  const background = gradientOf(title, '0.34 0.05', '0.2 0.03');
  return (
    <div className="absolute inset-0 overflow-hidden" style={{ background }}>
      <FanMark className="absolute top-[-12%] end-[-8%] aspect-square h-[150%] opacity-10" />
    </div>
  );
}
