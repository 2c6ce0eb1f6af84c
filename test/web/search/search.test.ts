import { describe, expect, it } from 'vitest';
import { CATEGORIES, categoryIdOf } from '#shared/channels/categories.ts';
import { SEARCH_MAX_LENGTH } from '#shared/limits.ts';

import { resultsSummary, searchedText } from '#web/features/search/search.queries.ts';
import { aChannel } from '../support/channel.ts';
import { EMPTY_VIDEO_TEXTS } from '#shared/videos/video-fields.ts';
import type { Video } from '#shared/videos/videos.ts';

/** A video that is ready; `id` names it in every way. */
const aVideo = (id: string, over: Partial<Video> = {}): Video => ({
  id,
  channel_id: 'channel',
  username: 'otto',
  kind: 'upload',
  ...EMPTY_VIDEO_TEXTS,
  title: id,
  category: 'Box Fans',
  tags: [],
  visibility: 'public',
  status: 'ready',
  percent: 100,
  reason: null,
  playback_url: `/media/videos/${id}/video.m3u8`,
  thumbnail_url: null,
  storyboard_url: null,
  duration_s: 60,
  views: 0,
  likes: 0,
  created_at: '2026-11-20T12:00:00.000Z',
  ...over,
});

describe('the searched text', () => {
  it.each([
    ['q=box%20fan', 'box fan'],
    ['q=%20%20fan%20', 'fan'],
    ['q=', ''],
    ['q=%20', ''],
    ['', ''],
  ])('of ?%s is "%s"', (search, text) => {
    expect(searchedText(new URLSearchParams(search))).toBe(text);
  });

  it('has the length that the server accepts', () => {
    const long = searchedText(new URLSearchParams({ q: 'x'.repeat(SEARCH_MAX_LENGTH + 1) }));
    expect(long).toHaveLength(SEARCH_MAX_LENGTH);
  });
});

describe('the summary of a search', () => {
  const category = { id: 'box-fans', name: 'Box Fans', thumbnail_url: '', viewers: 0 };

  it.each([
    [0, 0, 0, 'No results'],
    [1, 0, 0, '1 channel'],
    [0, 1, 0, '1 video'],
    [0, 0, 2, '2 categories'],
    [3, 2, 1, '3 channels, 2 videos, 1 category'],
  ])('of %i channels, %i videos and %i categories is "%s"', (channels, videos, categories, words) => {
    const results = {
      channels: Array.from({ length: channels }, (_, index) => aChannel(`${index}`)),
      categories: Array.from({ length: categories }, () => category),
      videos: Array.from({ length: videos }, (_, index) => ({
        ...aVideo(`${index}`),
        display_name: 'Otto',
      })),
      clips: [],
      fans: [],
    };
    expect(resultsSummary(results)).toBe(words);
  });
});

describe('the address of a category', () => {
  it.each(CATEGORIES)('of $name is the same by name and id', ({ id, name }) => {
    expect([name, id, name.toUpperCase(), ` ${name} `].map(categoryIdOf)).toEqual([id, id, id, id]);
  });
});
