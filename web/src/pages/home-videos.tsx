import { useSaveMenus } from '#web/features/library/use-save-menus.tsx';
import { LatestRow, type LatestRowProps } from '#web/features/videos/lists/latest-videos.tsx';

/** What Home shows below the first screen. */
export const HomeVideos = (props: Pick<LatestRowProps, 'frame'>) => (
  <LatestRow {...props} {...useSaveMenus()} />
);
