import { Link } from '#web/ui/links/link.tsx';
import type { Category } from '#shared/channels/categories.ts';
import { paths } from '#web/lib/paths.ts';
import { viewersText } from '#web/lib/i18n/counts.ts';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { categoryName } from '#web/lib/i18n/category-names.ts';

const COLUMNS = 'grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-6';

interface CategoryGridProps {
  readonly categories: readonly Category[];
  readonly level?: 2 | 3;
}

export function CategoryGrid({ categories, level = 3 }: CategoryGridProps) {
  return (
    <ul className={COLUMNS}>
      {categories.map((category) => (
        <li key={category.id} className="min-w-0">
          <CategoryCard category={category} level={level} />
        </li>
      ))}
    </ul>
  );
}

interface CategoryCardProps {
  readonly category: Category;
  readonly level: 2 | 3;
}

function CategoryCard({ category: { name, thumbnail_url, viewers }, level }: CategoryCardProps) {
  const Heading = `h${level}` as const;
  return (
    <Link to={paths.category(name)} className="group block rounded-card">
      <img
        src={thumbnail_url}
        alt=""
        width="320"
        height="320"
        loading="lazy"
        className="aspect-square w-full rounded-card border border-line bg-raised object-cover group-hover:border-accent"
      />
      <Heading className="mt-2 font-semibold wrap-anywhere group-hover:text-accent">
        {categoryName(name)}
      </Heading>
      <p className="text-sm text-soft">{viewersText(viewers)}</p>
    </Link>
  );
}

export function CategoryGridSkeleton() {
  return (
    <div className={COLUMNS}>
      {[0, 1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className="aspect-square rounded-card" />
      ))}
    </div>
  );
}
