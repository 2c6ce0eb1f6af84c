import type { Category } from '../../../../shared/channels/categories.ts';
import { countOf } from '../../lib/words/format.ts';
import { FanMark } from '../../ui/fan-mark.tsx';
import { gradientOf } from '../../ui/hue.ts';
import { Skeleton } from '../../ui/states/loading.tsx';

interface CategoryHeaderProps {
  readonly category: Category;
  readonly channels: number | undefined;
}

export function CategoryHeader({ category, channels }: CategoryHeaderProps) {
  const { name, viewers } = category;
  return (
    <header className="flex items-center gap-4 sm:gap-6">
      <Art category={category} />
      <div className="min-w-0">
        <h1 className="text-2xl font-bold wrap-anywhere">{name}</h1>
        <p className="mt-1 flex flex-wrap gap-x-4 text-soft tabular-nums">
          <span>{countOf(viewers, 'viewer')}</span>
          {channels !== undefined && <span>{countOf(channels, 'channel')}</span>}
        </p>
      </div>
    </header>
  );
}

const ART = 'size-24 shrink-0 rounded-lg border border-line sm:size-36';

/** The category's picture, or a drawn fan for a custom category. */
function Art({ category: { name, thumbnail_url } }: Pick<CategoryHeaderProps, 'category'>) {
  if (thumbnail_url) {
    return (
      <img src={thumbnail_url} alt="" width="320" height="320" className={`${ART} bg-raised object-cover`} />
    );
  }
  const background = gradientOf(name, '0.45 0.08', '0.26 0.05', 35);
  return (
    <div className={`${ART} grid place-items-center text-white`} style={{ background }}>
      <FanMark className="size-3/5 opacity-40" />
    </div>
  );
}

export function CategoryHeaderSkeleton() {
  return (
    <div className="flex items-center gap-4 sm:gap-6">
      <Skeleton className="size-24 rounded-lg sm:size-36" />
      <div className="flex-1 space-y-3">
        <Skeleton className="h-7 w-3/5 max-w-64" />
        <Skeleton className="h-4 w-2/5 max-w-40" />
      </div>
    </div>
  );
}
