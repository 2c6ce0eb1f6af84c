/** A signed-in person's links. A separate chunk, because visitors do not need it. */
import { Clock, History, ListVideo, LogOut, Settings, SquareUser, ThumbsUp } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { appHistory } from '#web/lib/hooks/guarded-history.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { signOut, useSession } from '#web/lib/api/session/session.ts';
import { paths } from '#web/lib/paths.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuItem, MenuLink } from '#web/ui/overlays/menu-items.tsx';
import { AccountFace, FACE_BUTTON } from './account-face.tsx';
import { SidebarLink } from './sidebar-link.tsx';

const loadQueueLinks = () => import('./queue-links.tsx');
const QueueSidebarLink = onDemand(loadQueueLinks, 'QueueSidebarLink', { isOptional: true });
const QueueMenuLink = onDemand(loadQueueLinks, 'QueueMenuLink', { isOptional: true });

const LIBRARY = [
  { to: paths.watchLater(), label: t('library.watchLater'), Icon: Clock },
  { to: paths.playlists(), label: t('library.playlists'), Icon: ListVideo },
  { to: paths.liked(), label: t('library.liked'), Icon: ThumbsUp },
  { to: paths.history(), label: t('library.history'), Icon: History },
];
const SETTINGS = { to: paths.settings(), label: t('app.settings'), Icon: Settings };

/** Items of the sidebar's list. */
export function LibraryLinks({ isFolded }: { readonly isFolded: boolean }) {
  const isModerator = useIsModerator();
  return (
    <>
      {LIBRARY.map((link) => (
        <SidebarLink key={link.to} {...link} isFolded={isFolded} />
      ))}
      {isModerator && <QueueSidebarLink isFolded={isFolded} />}
    </>
  );
}

/** Of the whole site. */
const useIsModerator = (): boolean => useSession()?.user.is_moderator === true;

/** All that belongs to the account, and the way out of it. */
export function AccountMenu({ username }: { readonly username: string }) {
  const isModerator = useIsModerator();
  const logOut = useLogOut();
  const links = [
    { to: paths.channel(username), label: t('app.ownChannel'), Icon: SquareUser },
    ...LIBRARY,
    SETTINGS,
  ];
  return (
    <Menu
      label={t('app.accountMenu', { username })}
      icon={<AccountFace username={username} />}
      buttonClassName={`${FACE_BUTTON} aria-expanded:bg-raised`}
    >
      {links.map(({ to, label, Icon }) => (
        <MenuLink key={to} to={to}>
          <Icon className="size-4" />
          {label}
        </MenuLink>
      ))}
      {isModerator && <QueueMenuLink />}
      <hr className="my-1 border-line" />
      <MenuItem onSelect={logOut}>
        <LogOut className="rtl:-scale-x-100 size-4" />
        {t('app.logOut')}
      </MenuItem>
    </Menu>
  );
}

function useLogOut(): () => void {
  const navigate = useNavigate();
  return () =>
    appHistory.leaveFor(paths.login(), () => {
      signOut();
      void import('./leave-session.ts').then(({ leaveSession }) => leaveSession());
      void navigate(paths.login());
    });
}
