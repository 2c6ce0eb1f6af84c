import { LogOut, Radio, Upload } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Link } from '../../ui/links/link.tsx';
import { appHistory } from '../../lib/hooks/guarded-history.ts';
import { OwnAvatar } from '../../features/streamers/sidebar-channels.tsx';
import { type SignedInUser, signOut } from '../../lib/api/session/session.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { paths } from '../../lib/paths.ts';
import { t } from '../../lib/i18n/messages.ts';

const ICON_ON_PHONE = 'max-sm:w-9 max-sm:px-0 pointer-coarse:max-sm:w-11';

/** Placed beside the main links where there is no sidebar, because the top bar lacks room. */
const IN_A_BAR = {
  fallback: ({ className }: { readonly className: string }) => (
    <span className={`size-10 pointer-coarse:size-11 ${className}`} />
  ),
  isOptional: true,
};
export const News = onDemand(() => import('../../features/news/news-button.tsx'), 'NewsButton', IN_A_BAR);
export const AccountMenu = onDemand(() => import('./account-links.tsx'), 'AccountMenu', IN_A_BAR);

export function UserMenu({ user }: { readonly user: SignedInUser }) {
  const { username } = user;
  const navigate = useNavigate();
  const logOut = () =>
    appHistory.leaveFor(paths.login(), () => {
      signOut();
      void import('./leave.ts').then(({ leave }) => leave());
      void navigate(paths.login());
    });
  return (
    <>
      <ButtonLink to={paths.goLive()} size="sm" aria-label={t('app.goLive')} className={ICON_ON_PHONE}>
        <Radio className="size-4" />
        <span className="hidden sm:inline">{t('app.goLive')}</span>
      </ButtonLink>
      <ButtonLink
        to={paths.upload()}
        variant="secondary"
        size="sm"
        aria-label={t('app.upload')}
        className={`${ICON_ON_PHONE} max-[22rem]:hidden`}
      >
        <Upload className="size-4" />
        <span className="hidden sm:inline">{t('app.upload')}</span>
      </ButtonLink>
      <Link
        to={paths.following()}
        className="hidden h-9 items-center rounded-md px-3 text-sm font-medium text-soft hover:bg-raised hover:text-ink lg:flex"
      >
        {t('app.following')}
      </Link>
      <Link
        to={paths.channel(username)}
        className="flex h-9 min-w-0 items-center justify-center gap-2 pointer-coarse:h-11 pointer-coarse:min-w-11 rounded-md px-1 text-sm font-medium hover:bg-raised md:px-2"
      >
        <OwnAvatar username={username} className="size-7 text-xs" />
        <bdi className="max-w-24 truncate lg:max-w-40 max-md:sr-only short:sr-only">{username}</bdi>
      </Link>
      <News className="hidden lg:block short:block" />
      <AccountMenu className="hidden lg:block short:block" />
      {/* Separate from the links, because it acts at once. */}
      <span className="ms-1 border-s border-line ps-1 sm:ms-2 sm:ps-2">
        <IconButton label={t('app.logOut')} onClick={logOut}>
          <LogOut className="rtl:-scale-x-100 size-5" />
        </IconButton>
      </span>
    </>
  );
}
