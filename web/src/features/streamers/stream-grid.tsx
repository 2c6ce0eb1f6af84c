import type { Channel } from '../../../../shared/channels/streamers.ts';
import { StreamCard, StreamCardSkeleton } from './stream-card.tsx';

const COLUMNS = 'grid grid-cols-1 gap-x-4 gap-y-6 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

interface StreamGridProps {
  readonly channels: readonly Channel[];
  /** The level of the cards' headings. */
  readonly level?: 2 | 3;
}

/** Channels in 1 to 4 columns by screen width (specification §9). */
export function StreamGrid({ channels, level = 3 }: StreamGridProps) {
  return (
    <ul className={COLUMNS}>
      {channels.map((channel) => (
        <li key={channel.id} className="min-w-0">
          <StreamCard channel={channel} level={level} />
        </li>
      ))}
    </ul>
  );
}

/** The shape of a grid that is loading. */
export function StreamGridSkeleton() {
  return (
    <div className={COLUMNS}>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((card) => (
        <StreamCardSkeleton key={card} />
      ))}
    </div>
  );
}
