/** The whole contract: every route of the API, by method and path below `/api`. */
import { authRoutes } from './auth.ts';
import { browserStreamRoutes } from './browser-stream.ts';
import { categoriesRoutes } from './categories.ts';
import { chatRoutes } from './chat.ts';
import { feedsRoutes } from './feeds.ts';
import { followsRoutes } from './follows.ts';
import { newsRoutes } from './news.ts';
import { hiddenPeopleRoutes } from './hidden-people.ts';
import { moderationRoutes } from './moderation.ts';
import { passesRoutes } from './passes.ts';
import { playbackRoutes } from './playback.ts';
import { presenceRoutes } from './presence.ts';
import { realtimeRoutes } from './realtime.ts';
import { replaysRoutes } from './replays.ts';
import { roomsRoutes } from './rooms.ts';
import { reportsRoutes } from './reports.ts';
import { schedulesRoutes } from './schedules.ts';
import { searchRoutes } from './search.ts';
import { picturesRoutes } from './pictures.ts';
import { streamersRoutes } from './streamers.ts';
import { streamHealthRoutes } from './stream-health.ts';
import { streamingRoutes } from './streaming.ts';
import { transparencyRoutes } from './transparency.ts';
import { videosRoutes } from './videos.ts';

export const contract = {
  ...authRoutes,
  ...streamersRoutes,
  ...categoriesRoutes,
  ...streamingRoutes,
  ...streamHealthRoutes,
  ...browserStreamRoutes,
  ...picturesRoutes,
  ...videosRoutes,
  ...followsRoutes,
  ...searchRoutes,
  ...chatRoutes,
  ...replaysRoutes,
  ...roomsRoutes,
  ...newsRoutes,
  ...hiddenPeopleRoutes,
  ...passesRoutes,
  ...playbackRoutes,
  ...presenceRoutes,
  ...realtimeRoutes,
  ...reportsRoutes,
  ...moderationRoutes,
  ...transparencyRoutes,
  ...schedulesRoutes,
  ...feedsRoutes,
} as const;

export type Contract = typeof contract;
export type RouteName = keyof Contract;
