import { NavLink } from 'react-router-dom';
import { useSession } from '../lib/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { BrandLink } from './brand-link.tsx';
import { navLinks } from './nav-links.ts';
import { paths } from './paths.ts';
import { SearchBox } from './search-box.tsx';
import { UserMenu } from './user-menu.tsx';

/** Brand, search and the account. Where there is no sidebar, a row of its links follows and scrolls away. */
export function TopBar() {
  const session = useSession();
  return (
    <>
      <header className="sticky top-0 z-40 flex h-14 items-center gap-2 border-b border-line bg-surface px-3 sm:gap-4 sm:px-4">
        <BrandLink />
        <SearchBox />
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          {session ? <UserMenu user={session.user} /> : <SignedOut />}
        </div>
      </header>
      <SmallScreenNav />
    </>
  );
}

function SignedOut() {
  return (
    <>
      <ButtonLink to={paths.login()} variant="ghost" size="sm" className="max-sm:px-2">
        Log In
      </ButtonLink>
      <ButtonLink to={paths.signup()} size="sm" className="max-sm:px-2.5">
        Sign Up
      </ButtonLink>
    </>
  );
}

function SmallScreenNav() {
  return (
    <nav aria-label="Main" className="border-b border-line bg-surface lg:hidden">
      <ul className="flex gap-1 px-2 sm:px-3">
        {navLinks.map(({ to, label, Icon }) => (
          <li key={to} className="flex-1 sm:flex-none">
            <NavLink
              to={to}
              end
              className="flex h-11 items-center justify-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent"
            >
              <Icon aria-hidden="true" className="size-4" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
