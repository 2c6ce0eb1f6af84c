import type { FoundVideo } from '../../../../shared/search.ts';
import type { Video } from '../../../../shared/videos.ts';

/** A video that stands beside those of other channels: its card says whose it is. */
export const underUsername = (video: Video): FoundVideo => ({ ...video, display_name: video.username });
