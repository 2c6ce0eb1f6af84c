/** Search: screen /search of specification §2, which shows no route. */
import * as z from 'zod/mini';
import { Category } from './categories.ts';
import { count, described, entity, notEmpty, trimmedText } from '../base/fields.ts';
import { SEARCH_MAX_LENGTH } from '../limits.ts';
import { routes } from '../base/route.ts';
import { Channel } from './channels.ts';
import { OwnedFan } from './fans.ts';
import { Clip } from '../videos/clips.ts';
import { NamedVideo } from '../videos/videos.ts';

const FoundVideo = z
  .extend(NamedVideo, {
    said_at_s: described(
      z.optional(count()),
      'The second of the video in which a word of `q` is first said, by its captions; left out where its title, tags, category or channel have the words',
    ),
  })
  .register(z.globalRegistry, { id: 'FoundVideo' });
export type FoundVideo = z.infer<typeof FoundVideo>;

export const SearchResults = entity('SearchResults', {
  channels: z.array(Channel),
  categories: z.array(Category),
  videos: described(z.array(FoundVideo), 'Ready and public ones'),
  clips: described(z.array(Clip), 'Public ones, the newest first'),
  fans: z.array(OwnedFan),
});
export type SearchResults = z.infer<typeof SearchResults>;

export const Suggestions = entity('Suggestions', {
  channels: z.array(z.pick(Channel, { username: true, display_name: true, avatar: true, is_live: true })),
  videos: z.array(z.pick(NamedVideo, { id: true, username: true, title: true, thumbnail_url: true })),
  fans: described(
    z.array(z.pick(OwnedFan, { maker: true, model: true, model_path: true, username: true })),
    'One of each model',
  ),
  categories: z.array(z.pick(Category, { id: true, name: true })),
});
export type Suggestions = z.infer<typeof Suggestions>;

const Query = z.object({ q: trimmedText().check(notEmpty(), z.maxLength(SEARCH_MAX_LENGTH)) });

export const searchRoutes = routes({
  'GET /search': {
    summary:
      'Channels, categories, videos, clips and fans with a word that starts with each word of `q`; channels that are live first, then by followers, videos by views, and after them those whose captions have the words. Where those are few, what is one letter off in words of five and more follows',
    access: 'public',
    query: Query,
    response: SearchResults,
    cache: { freshS: 5, staleWhileRevalidateS: 30 },
  },
  'GET /search/suggestions': {
    summary:
      'A few channels, videos, fans and categories for what the visitor has typed so far, found as `GET /search` finds them',
    access: 'public',
    query: Query,
    response: Suggestions,
    cache: { freshS: 10, staleWhileRevalidateS: 60 },
  },
});
