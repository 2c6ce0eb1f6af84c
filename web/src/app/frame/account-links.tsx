/** A signed-in person's links. A separate chunk, because visitors do not need it. */
import { CircleUserRound, Clock, History, Settings } from 'lucide-react';
import { Link } from '../../ui/links/link.tsx';
import { t } from '../../lib/i18n/messages.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { paths } from '../../lib/paths.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { IconMenu, MoreLink } from '../../ui/overlays/more-menu.tsx';
import { SidebarLink } from './sidebar-link.tsx';

const loadQueueLinks = () => import('./queue-links.tsx');
const QueueSidebarLink = onDemand(loadQueueLinks, 'QueueSidebarLink', { isOptional: true });
const QueueMenuLink = onDemand(loadQueueLinks, 'QueueMenuLink', { isOptional: true });

const LIBRARY = [
  { to: paths.watchLater(), label: t('library.watchLater'), Icon: Clock },
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

/** A menu where there is no sidebar; beside one, a link to the settings. */
export function AccountMenu({ className }: { readonly className: string }) {
  const isModerator = useIsModerator();
  return (
    <div className={className}>
      <Link
        to={SETTINGS.to}
        aria-label={SETTINGS.label}
        title={SETTINGS.label}
        className="hidden size-10 place-items-center rounded-md text-soft hover:bg-raised hover:text-ink pointer-coarse:size-11 lg:grid"
      >
        <Settings className="size-5" />
      </Link>
      <div className="lg:hidden">
        <IconMenu label={t('app.accountMenu')} icon={<CircleUserRound className="size-5" />} className="w-52">
          {[...LIBRARY, SETTINGS].map(({ to, label, Icon }) => (
            <MoreLink key={to} to={to}>
              <Icon className="size-4" />
              {label}
            </MoreLink>
          ))}
          {isModerator && <QueueMenuLink />}
        </IconMenu>
      </div>
    </div>
  );
}
