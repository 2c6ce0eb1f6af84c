/** The whole contract: every route of the API, by method and path below `/api`. */
import { accessTokensRoutes } from './people/access-tokens.ts';
import { authRoutes } from './people/auth.ts';
import { browserStreamRoutes } from './live/browser-stream.ts';
import { liveCaptionsRoutes } from './live/live-captions.ts';
import { categoriesRoutes } from './channels/categories.ts';
import { commentsRoutes } from './community/comments.ts';
import { chatRoutes } from './community/chat.ts';
import { fansRoutes } from './channels/fans.ts';
import { feedsRoutes } from './channels/feeds.ts';
import { followsRoutes } from './channels/follows.ts';
import { newsRoutes } from './people/news.ts';
import { hiddenPeopleRoutes } from './people/hidden-people.ts';
import { moderationRoutes } from './community/moderation.ts';
import { passesRoutes } from './people/passes.ts';
import { pollsRoutes } from './community/polls.ts';
import { playbackRoutes } from './live/playback.ts';
import { presenceRoutes } from './live/presence.ts';
import { raidsRoutes } from './live/raids.ts';
import { realtimeRoutes } from './live/realtime.ts';
import { replaysRoutes } from './videos/replays.ts';
import { roomsRoutes } from './community/rooms.ts';
import { reportsRoutes } from './community/reports.ts';
import { schedulesRoutes } from './channels/schedules.ts';
import { searchRoutes } from './channels/search.ts';
import { picturesRoutes } from './channels/pictures.ts';
import { channelsRoutes } from './channels/channels.ts';
import { statisticsRoutes } from './live/statistics.ts';
import { streamHealthRoutes } from './live/stream-health.ts';
import { streamingRoutes } from './live/streaming.ts';
import { transparencyRoutes } from './community/transparency.ts';
import { libraryRoutes } from './channels/library.ts';
import { playlistsRoutes } from './channels/playlists.ts';
import { clipsRoutes } from './videos/clips.ts';
import { videosRoutes } from './videos/videos.ts';
import { webhooksRoutes } from './people/webhooks.ts';

export const contract = {
  ...authRoutes,
  ...accessTokensRoutes,
  ...channelsRoutes,
  ...categoriesRoutes,
  ...streamingRoutes,
  ...streamHealthRoutes,
  ...statisticsRoutes,
  ...browserStreamRoutes,
  ...liveCaptionsRoutes,
  ...picturesRoutes,
  ...videosRoutes,
  ...clipsRoutes,
  ...followsRoutes,
  ...searchRoutes,
  ...chatRoutes,
  ...commentsRoutes,
  ...replaysRoutes,
  ...roomsRoutes,
  ...newsRoutes,
  ...webhooksRoutes,
  ...hiddenPeopleRoutes,
  ...libraryRoutes,
  ...playlistsRoutes,
  ...passesRoutes,
  ...playbackRoutes,
  ...pollsRoutes,
  ...presenceRoutes,
  ...raidsRoutes,
  ...realtimeRoutes,
  ...reportsRoutes,
  ...moderationRoutes,
  ...transparencyRoutes,
  ...schedulesRoutes,
  ...fansRoutes,
  ...feedsRoutes,
} as const;

export type Contract = typeof contract;
export type RouteName = keyof Contract;
