/** Search: screen /search of specification §2, which shows no route. */
import * as z from 'zod/mini';
import { Category } from './categories.ts';
import { described, entity, notEmpty, trimmedText } from '../base/fields.ts';
import { SEARCH_MAX_LENGTH } from '../limits.ts';
import { routes } from '../base/route.ts';
import { Channel } from './streamers.ts';
import { OwnedFan } from './fans.ts';
import { Clip } from '../videos/clips.ts';
import { NamedVideo } from '../videos/videos.ts';

export const SearchResults = entity('SearchResults', {
  channels: z.array(Channel),
  categories: z.array(Category),
  videos: described(z.array(NamedVideo), 'Ready and public ones'),
  clips: described(z.array(Clip), 'Public ones, the newest first'),
  fans: z.array(OwnedFan),
});
export type SearchResults = z.infer<typeof SearchResults>;

export const Suggestions = entity('Suggestions', {
  channels: z.array(z.pick(Channel, { username: true, display_name: true, avatar: true, is_live: true })),
  categories: z.array(z.pick(Category, { id: true, name: true })),
});
export type Suggestions = z.infer<typeof Suggestions>;

const Query = z.object({ q: trimmedText().check(notEmpty(), z.maxLength(SEARCH_MAX_LENGTH)) });

export const searchRoutes = routes({
  'GET /search': {
    summary:
      'Channels, categories, videos, clips and fans with a word that starts with each word of `q`; channels that are live first, then by followers, videos by views. Where those are few, what is one letter off in words of five and more follows',
    access: 'public',
    query: Query,
    response: SearchResults,
    cache: { freshS: 5, staleWhileRevalidateS: 30 },
  },
  'GET /search/suggestions': {
    summary:
      'A few channels and categories for what somebody has typed so far, found as `GET /search` finds them',
    access: 'public',
    query: Query,
    response: Suggestions,
    cache: { freshS: 10, staleWhileRevalidateS: 60 },
  },
});
