import { PanelLeft } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { OwnChannel, RecommendedChannels, ChannelSection } from '#web/features/channels/sidebar-channels.tsx';
import { useSession } from '#web/lib/api/session/session.ts';
import { useMedia, useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { IconButton } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { navLinks } from './nav-links.ts';
import { SidebarLink } from './sidebar-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { followedChannelsQuery } from '#web/features/follows/follows.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Main links and a few channels on large screens. A folded sidebar shows only icons and pictures. */
export function Sidebar() {
  const session = useSession();
  const [isFolded, fold] = useFolded();
  return (
    <aside
      aria-label={t('app.sidebar')}
      data-sidebar
      className={`hidden shrink-0 border-e border-line bg-surface lg:block ${isFolded ? 'w-(--sidebar-folded)' : 'w-(--sidebar)'}`}
    >
      <div className="sticky top-(--bar) flex h-(--below-bar) flex-col">
        <div className="min-h-0 flex-1 overflow-y-auto p-3">
          <MainLinks isFolded={isFolded} isSignedIn={session !== null} />
          {session && <OwnChannel username={session.user.username} isFolded={isFolded} />}
          {session && <FollowedLive isFolded={isFolded} />}
          <Recommended ownId={session?.user.id} isFolded={isFolded} />
        </div>
        <div
          className={`flex items-center justify-between border-t border-line p-3 ${isFolded ? 'flex-wrap' : ''}`}
        >
          <ThemeSwitch isIcon={isFolded} />
          <IconButton
            label={isFolded ? t('app.expandSidebar') : t('app.collapseSidebar')}
            onClick={() => fold(!isFolded)}
          >
            <PanelLeft className="rtl:-scale-x-100 size-5" />
          </IconButton>
        </div>
      </div>
    </aside>
  );
}

/** Whether the sidebar is folded: by the user's choice, or by default where the page needs the room. */
function useFolded(): [isFolded: boolean, fold: (folded: boolean) => void] {
  const [chosen, choose] = useSetting('sidebar');
  const isNarrow = useMedia('(width < 80rem)');
  const isFolded = chosen === null ? isNarrow : chosen === 'folded';
  return [isFolded, (folded) => choose(folded ? 'folded' : 'open')];
}

// As high as its two links while it loads.
const LibraryLinks = onDemand(() => import('./account-links.tsx'), 'LibraryLinks', {
  fallback: <li className="h-21" />,
  isOptional: true,
});

interface MainLinksProps {
  readonly isFolded: boolean;
  readonly isSignedIn: boolean;
}

const MainLinks = ({ isFolded, isSignedIn }: MainLinksProps) => (
  <nav aria-label={t('app.mainNavigation')}>
    <ul className="space-y-1">
      {navLinks.map((link) => (
        <SidebarLink key={link.to} {...link} isFolded={isFolded} />
      ))}
      {isSignedIn && <LibraryLinks isFolded={isFolded} />}
    </ul>
  </nav>
);

/** Followed live channels for signed-in users (specification §2). */
function FollowedLive({ isFolded }: { readonly isFolded: boolean }) {
  const query = useQuery(followedChannelsQuery());
  return (
    <ChannelSection
      title={t('app.followedLive')}
      query={query}
      channels={query.data?.channels.filter(({ is_live }) => is_live)}
      empty={query.data?.channels.length === 0 ? t('app.followedNone') : t('app.followedNoneLive')}
      isFolded={isFolded}
    />
  );
}

interface RecommendedProps {
  readonly ownId: string | undefined;
  readonly isFolded: boolean;
}

/** Channels that the user neither has nor follows. Those who cannot load what they follow get all. */
function Recommended({ ownId, isFolded }: RecommendedProps) {
  const { data, isPending } = useQuery({ ...followedChannelsQuery(), enabled: ownId !== undefined });
  const others = ownId === undefined ? [] : [ownId, ...(data?.followedChannels ?? [])];
  return (
    <RecommendedChannels others={ownId !== undefined && isPending ? null : others} isFolded={isFolded} />
  );
}
