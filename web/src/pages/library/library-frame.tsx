import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink } from '#web/ui/links/link.tsx';
import { scrollRowTo } from '#web/ui/scroll-row.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';

interface LibraryFrameProps {
  readonly title: string;
  /** Instead of `children`. */
  readonly signedOut: ReactNode;
  readonly children: ReactNode;
}

/** The pages of what a person follows and keeps, with links to each other. */
export function LibraryFrame({ title, signedOut, children }: LibraryFrameProps) {
  useDocumentTitle(title);
  const isSignedIn = useSession() !== null;
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">{title}</h1>
      {isSignedIn && <Links />}
      {isSignedIn ? children : signedOut}
    </>
  );
}

const LINKS = [
  { to: paths.following(), label: t('following.title') },
  { to: paths.watchLater(), label: t('library.watchLater') },
  { to: paths.playlists(), label: t('library.playlists') },
  { to: paths.liked(), label: t('library.liked') },
  { to: paths.history(), label: t('library.history') },
];

/** A wide row scrolls to the page that is open. */
function Links() {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (row.current && current) scrollRowTo(row.current, current);
  }, []);
  return (
    <nav aria-label={t('library.navigation')} className="mb-6 border-b border-line">
      <ul ref={row} className="relative flex gap-x-6 overflow-x-auto">
        {LINKS.map(({ to, label }) => (
          <li key={to} className="shrink-0">
            <NavLink
              to={to}
              className="flex h-11 items-center border-b-2 border-transparent text-sm font-semibold text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
