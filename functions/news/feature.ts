import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { refusalsIn } from '#functions/chat/rooms/refused-authors.ts';
import { visibleClipsFinder } from '#functions/clips/table/clips-around.repository.ts';
import { bellsRepository } from '#functions/follows/bells.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { findVisibleByIds } from '#functions/videos/table/visible-by-ids.repository.ts';
import { newsKeys } from './news-keys.ts';
import { newsApp } from './news.routes.ts';
import { entriesRepository } from './table/entries.repository.ts';
import { noticesRepository } from './table/notices.repository.ts';
import { preferencesRepository } from './table/preferences.repository.ts';

export const feature = ({ table, environment, clock }: FeatureContext<'NEWS_KEYS' | 'PUSH_ORIGINS'>) =>
  newsApp({
    notices: noticesRepository(table),
    preferences: preferencesRepository(table),
    entries: entriesRepository(table),
    findRefusals: refusalsIn(table),
    bells: bellsRepository(table),
    findVisible: async (personId, { channels, videos, clips }) => {
      const [visible, visibleClips] = await Promise.all([
        findVisibleByIds(table, personId)(channels, videos),
        clips.length === 0 ? new Map() : visibleClipsFinder(table)(personId, clips),
      ]);
      return { ...visible, clips: visibleClips };
    },
    findOwn: channelsRepository(table).findById,
    keys: newsKeys(environment.NEWS_KEYS),
    pushOrigins: environment.PUSH_ORIGINS,
    clock,
  });
