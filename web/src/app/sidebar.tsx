import { NavLink } from 'react-router-dom';
import { RecommendedChannels } from '../features/streamers/recommended-channels.tsx';
import { useSession } from '../lib/session.ts';
import { FollowedLive } from './followed-live.tsx';
import { navLinks } from './nav-links.ts';

/** Large screens only: the main links and a few channels. */
export function Sidebar() {
  const session = useSession();
  return (
    <aside aria-label="Sidebar" className="hidden w-60 shrink-0 border-r border-line bg-surface lg:block">
      <div className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto p-3">
        <nav aria-label="Main">
          <ul className="space-y-1">
            {navLinks.map(({ to, label, Icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end
                  className="flex h-10 items-center gap-3 rounded-md px-3 text-sm font-medium text-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-dim aria-[current=page]:text-accent"
                >
                  <Icon aria-hidden="true" className="size-5" />
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {session && <FollowedLive />}
        <RecommendedChannels />
      </div>
    </aside>
  );
}
