import { NavLink } from '#web/ui/links/link.tsx';
import { useSession } from '#web/lib/api/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { BrandLink } from '#web/ui/links/links.tsx';
import { navLinks } from './nav-links.ts';
import { paths } from '#web/lib/paths.ts';
import { SearchBox } from './search-box.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** Brand, search and account. Without a sidebar, a row of links follows; on a landscape phone the bar contains them. */
export function TopBar() {
  const session = useSession();
  return (
    <>
      <header className="sticky top-0 z-bar flex min-h-(--bar) flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-1.5 max-[22rem]:gap-1 max-[22rem]:px-2 sm:gap-4 sm:px-4 short:gap-2 short:py-1">
        <BrandLink />
        <ShortScreenNav />
        <SearchBox />
        <div className="ms-auto flex flex-wrap items-center justify-end gap-1 sm:gap-2">
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
        {t('common.logIn')}
      </ButtonLink>
      <ButtonLink to={paths.signup()} size="sm" className="max-sm:px-2.5">
        {t('common.signUp')}
      </ButtonLink>
    </>
  );
}

function SmallScreenNav() {
  return (
    <nav
      aria-label={t('app.mainNavigation')}
      className="border-b border-line bg-surface lg:hidden short:hidden"
    >
      <ul className="flex flex-wrap px-2 max-[22rem]:px-1 sm:px-3">
        {navLinks.map(({ to, label, Icon }) => (
          <li key={to} className="flex-auto sm:flex-none">
            <NavLink
              to={to}
              className="flex h-11 items-center justify-center gap-2 border-b-2 whitespace-nowrap border-transparent px-1 text-sm max-[22rem]:text-xs sm:px-3 font-medium text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent"
            >
              <Icon className="size-4 shrink-0 max-sm:hidden" />
              {label}
            </NavLink>
          </li>
        ))}
        <li className="ms-auto">
          <ThemeSwitch isIcon />
        </li>
      </ul>
    </nav>
  );
}

function ShortScreenNav() {
  return (
    <nav aria-label={t('app.mainNavigation')} className="hidden short:block">
      <ul className="flex">
        {navLinks.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              title={label}
              className="grid size-control-md place-items-center rounded-md text-soft hover:bg-raised hover:text-ink aria-[current=page]:text-accent"
            >
              <Icon className="size-5" />
              <span className="sr-only">{label}</span>
            </NavLink>
          </li>
        ))}
        <li>
          <ThemeSwitch isIcon />
        </li>
      </ul>
    </nav>
  );
}
