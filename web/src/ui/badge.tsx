import type { ReactNode } from 'react';

/** A small label, such as a tag. */
export function Badge({ children }: { readonly children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center rounded-full bg-raised px-2.5 py-0.5 text-xs font-medium text-soft">
      <span className="truncate">{children}</span>
    </span>
  );
}

/** All tags of something; nothing where it has none. */
export function TagList({
  tags,
  className,
}: {
  readonly tags: readonly string[];
  readonly className: string;
}) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className={`flex flex-wrap gap-2 ${className}`}>
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** Says that a channel is live. */
export function LiveBadge() {
  return (
    <span className="inline-flex items-center rounded-sm bg-live px-1.5 py-0.5 text-xs font-bold tracking-wide text-on-live">
      LIVE
    </span>
  );
}

/** A red dot; a screen reader says "Live". */
export function LiveDot() {
  return (
    <span title="Live" className="size-2 shrink-0 rounded-full bg-live">
      <span className="sr-only">Live</span>
    </span>
  );
}
