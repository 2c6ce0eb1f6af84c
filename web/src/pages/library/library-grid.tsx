import { Undo2, VideoOff, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { LibraryEntry } from '#shared/channels/library.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Clip } from '#shared/videos/clips.ts';
import { ClipCard } from '#web/features/clips/lists/clip-grid.tsx';
import { StreamCard } from '#web/features/channels/stream-grid.tsx';
import { TitleAction, COLUMNS, type Moment, VideoCard } from '#web/features/videos/lists/video-grid.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** With the channel of a live broadcast, or a clip. */
type Entry = LibraryEntry & { readonly channel?: Channel | undefined; readonly clip?: Clip | undefined };

interface LibraryGridProps<E extends Entry> {
  readonly entries: readonly E[];
  readonly removed: ReadonlySet<string>;
  readonly onRemove: (id: string) => void;
  readonly onRestore: (id: string) => void;
  /** What a card links to within its video. */
  readonly momentOf?: (entry: E) => Moment | undefined;
  /** Below the card. */
  readonly noteOf?: (entry: E) => ReactNode;
}

/** Kept videos. A removed one leaves a place from where it can be restored, if the person may still see it. */
export function LibraryGrid<E extends Entry>({ entries, ...card }: LibraryGridProps<E>) {
  return (
    <div className="@container">
      <ul className={COLUMNS}>
        {entries.map((entry) => (
          <LibraryCard key={entry.id} entry={entry} {...card} />
        ))}
      </ul>
    </div>
  );
}

type LibraryCardProps<E extends Entry> = Omit<LibraryGridProps<E>, 'entries'> & { readonly entry: E };

function LibraryCard<E extends Entry>(props: LibraryCardProps<E>) {
  const { entry, removed, onRemove, onRestore, momentOf, noteOf } = props;
  const { id, video, channel, clip } = entry;
  const isRemoved = removed.has(id);
  const isRestorable = video !== null || clip !== undefined || channel?.is_live === true;
  const box = useFocusOnChange(isRemoved);
  const title = (video ?? clip ?? channel)?.title || channel?.display_name || t('library.unavailable');
  const remove = (
    <IconButton label={t('library.removeVideo', { title })} onClick={() => onRemove(id)}>
      <X className="size-5" />
    </IconButton>
  );
  return (
    <li ref={box} tabIndex={-1} className="min-w-0">
      {isRemoved ? (
        <Place text={t('library.removed', { title })}>
          {isRestorable && (
            <Button variant="secondary" size="sm" onClick={() => onRestore(id)}>
              <Undo2 className="size-4" />
              {t('library.undo')}
            </Button>
          )}
        </Place>
      ) : video ? (
        <>
          <VideoCard video={video} level={2} menu={remove} moment={momentOf?.(entry)} />
          {noteOf?.(entry)}
        </>
      ) : clip ? (
        <div className="relative [&_h2]:pe-10">
          <ClipCard clip={clip} level={2} />
          <TitleAction>{remove}</TitleAction>
        </div>
      ) : channel ? (
        <>
          {/* The button is beside the title. */}
          <div className="relative [&_h2]:pe-10">
            <StreamCard channel={channel} level={2} />
            <TitleAction>{remove}</TitleAction>
          </div>
          {noteOf?.(entry)}
        </>
      ) : (
        <Place text={title} icon={<VideoOff aria-hidden className="size-6" />}>
          {remove}
        </Place>
      )}
    </li>
  );
}

interface PlaceProps {
  readonly text: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

const Place = ({ text, icon, children }: PlaceProps) => (
  <div className="flex aspect-video flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line p-4 text-center text-sm text-soft">
    {icon}
    <p dir="auto" className="line-clamp-2 wrap-anywhere">
      {text}
    </p>
    {children}
  </div>
);

/** Focuses the entry's button, or the entry, when the pressed one is replaced. */
function useFocusOnChange(isRemoved: boolean) {
  const box = useRef<HTMLLIElement>(null);
  const before = useRef(isRemoved);
  useEffect(() => {
    if (before.current === isRemoved) return;
    before.current = isRemoved;
    (box.current?.querySelector('button') ?? box.current)?.focus();
  }, [isRemoved]);
  return box;
}
