import type { Video } from '#shared/videos/videos.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const SaveMenu = onDemand(() => import('./save-menu.tsx'), 'SaveMenu', { isOptional: true });

/** The menus of the cards in a list of videos; none for visitors. */
export function useSaveMenus() {
  const isSignedIn = useSession() !== null;
  return isSignedIn ? { menuOf: (video: Video) => <SaveMenu video={video} /> } : {};
}
