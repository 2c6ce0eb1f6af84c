import type { Figure } from './figures.ts';

/** Figures with their names, two or three beside each other. */
export const FigureList = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
    {figures.map(({ label, value, note }) => (
      <div key={label} className="min-w-0">
        <dt className="text-xs text-soft">{label}</dt>
        <dd className="font-semibold tabular-nums">{value}</dd>
        {note && <dd className="text-xs text-soft tabular-nums">{note}</dd>}
      </div>
    ))}
  </dl>
);
