import type { Clip } from '../../../../../shared/videos/clips.ts';
import { useNow } from '../../../lib/hooks/browser-hooks.ts';
import { ClipCard } from './clip-card.tsx';

// By its own width: beside a chat there is less room than the screen's width tells.
const COLUMNS = 'grid grid-cols-2 gap-x-4 gap-y-6 @xl:grid-cols-3 @4xl:grid-cols-4 @6xl:grid-cols-5';
const AGES_CHANGE_EVERY_MS = 60_000;

/** Clips in 2 to 5 columns. */
export function ClipGrid({ clips }: { readonly clips: readonly Clip[] }) {
  const nowMs = useNow(AGES_CHANGE_EVERY_MS);
  return (
    <div className="@container">
      <ul className={COLUMNS}>
        {clips.map((clip) => (
          <li key={clip.id} className="min-w-0">
            <ClipCard clip={clip} nowMs={nowMs} />
          </li>
        ))}
      </ul>
    </div>
  );
}
