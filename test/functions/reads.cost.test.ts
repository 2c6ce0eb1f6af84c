import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTyped } from '#functions/word-index/spelling.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { followKey } from '#functions/follows/index.ts';
import { searchRepository } from '#functions/search/search.repository.ts';
import { isSoak } from '#test/support/runner/effort.ts';
import { libraryReads } from '#test/support/api/reads/library-reads.ts';
import { readCosts } from '#test/support/api/reads/read-costs.ts';
import { startTableForReads, type TableForReads } from '#test/support/api/reads/table-for-reads.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

/** In DynamoDB's units: 4 kB as they are now, or 8 kB that may be a moment old. A change here is a change of the bill. */
const UNITS = {
  'GET /auth/account': 3,
  'GET /auth/me': 1,
  'GET /auth/export': 1,
  'GET /auth/sessions': 1,
  'GET /auth/two-factor': 1,
  'GET /streamers': 6,
  'GET /streamers?live=true': 6,
  'GET /streamers?live=false': 5.5,
  'GET /streamers?order=followers': 11,
  'GET /streamers?order=newest': 11,
  'GET /streamers, a second page': 3.5,
  'GET /streamers/{username}': 1,
  'GET /categories': 5,
  'GET /categories/{id}': 0.5,
  'GET /categories/{id}/streamers': 3.5,
  'GET /categories/{id}/videos': 2.5,
  'GET /follows': 6,
  'GET /follows/{id}': 1,
  'GET /search': 90,
  'GET /search/suggestions': 16,
  'GET /search, a word that is one letter off': 69.5,
  'GET /search, an unknown word': 9.5,
  'GET /chat/{id}': 2.5,
  'GET /stream-health': 5,
  'GET /stream-health/figures/{stream_id}': 2.5,
  'GET /streaming/receipt': 2,
  'GET /replays/{id}/chat': 3,
  'GET /rooms/{id}': 1,
  'GET /news': 31,
  'GET /news/unread': 11,
  'GET /news/settings': 2,
  'GET /library/history': 28,
  'GET /library/published': 27.5,
  'GET /library/settings': 1,
  'GET /library/videos/{video_id}': 3,
  'GET /library/watch-later': 26,
  'GET /rooms/{id}/me': 7,
  'GET /rooms/{id}/sanctions': 0.5,
  'GET /rooms/{id}/acts': 0.5,
  'GET /rooms/{id}/words': 1,
  'GET /hidden-people': 0.5,
  'GET /schedules': 1,
  'GET /schedules/{channel_id}': 1,
  'GET /schedules/calendars/{username}': 1.5,
  'GET /schedules/{channel_id}/reminders': 1,
  'GET /fans': 11.5,
  'GET /fans, by a word and a range': 17.5,
  'GET /fans, the dearest': 20.5,
  'GET /fans/channels/{channel_id}': 3,
  'GET /fans/compare/{ids}': 4,
  'GET /fans/models/{maker}/{model}': 11.5,
  'GET /fans/models/{maker}/{model}/videos': 3,
  'GET /fans/models/{maker}/{model}/streams': 8.5,
  'GET /fans/streams/{channel_id}': 4,
  'GET /fans/videos/{video_id}': 4.5,
  'GET /feeds/channels/{username}': 3,
  'GET /feeds/sitemap': 1.5,
  'GET /feeds/sitemap/{part}': 2.5,
  'GET /feeds/robots': 0,
  'GET /streaming/status': 2,
  'GET /videos': 2,
  'GET /videos/latest': 2.5,
  'GET /videos/{id}': 1,
  'GET /videos/{id}/captioned.m3u8': 1,
  'GET /videos/{id}/captioned/{playlist}': 1,
  'GET /videos/{id}/captioned/subtitles/{file}': 1,
  'GET /clips': 2.5,
  'GET /clips/settings': 0.5,
  'GET /clips/{id}': 3,
  'GET /videos/upload/{upload_id}': 1,
  'GET /moderation/cases': 2.5,
  'GET /moderation/decided': 2.5,
  'GET /moderation/cases/{case_id}': 6,
  'GET /reports/removals/{id}': 2,
  'GET /transparency': 0.5,
  'GET /transparency/days': 1,
  'GET /transparency/entries': 2,
  'GET /browser-stream/{stream_id}/live.m3u8': 1,
  'GET /browser-stream/{stream_id}/live/{playlist}': 4.5,
  'GET /browser-stream/{stream_id}/live/{playlist}, again': 1,
  'GET /browser-stream/{stream_id}/live.m3u8, compatible': 8.5,
  'GET /browser-stream/{stream_id}/captions': 4,
  'GET /browser-stream/{stream_id}/live/captions/{slot}': 1,
  'GET /browser-stream/{stream_id}/live/subtitles/{file}': 1.5,
  'GET /browser-stream/{stream_id}/rewind': 0.5,
  'GET /browser-stream/{stream_id}/rewind, compatible': 1,
  'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}': 14,
  'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}, later': 14,
  'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}, compatible': 2,
  'the page of a channel': 1,
  'the page of a video': 1,
  'the page of a clip': 2,
  'the page of a missing channel': 0.5,
  'the page of one of the ten categories': 0,
  'the page of another category': 0.5,
  'a page that cannot be': 0,
};

/** Three lists, each of one spelling, in eight tiers, then a hundred channels. */
const MOST_OF_A_SEARCH = 3 * 8 * 2 + 100 * 0.5;

/** Of the fewer ones every list that a read looks at is full. */
const MANY = isSoak ? 20_000 : 200;

describe('the cost of a read', () => {
  let small: TableForReads;
  let large: TableForReads;

  beforeAll(async () => {
    small = await startTableForReads(newFolder(), 100);
    large = await startTableForReads(newFolder(), MANY);
  }, 120_000);
  afterAll(async () => {
    await small?.close();
    await large?.close();
  });

  it('is the documented number at 100 channels', async () => {
    expect(await readCosts(small.table, small.unitsOf, small.reader)).toEqual(UNITS);
  });

  it(`is the same at ${MANY} channels`, async () => {
    expect(await readCosts(large.table, large.unitsOf, large.reader)).toEqual(UNITS);
  });

  it('is the same for what followed channels have published by one or 500 of them', async () => {
    const { table, reader, unitsOf } = small;
    const read = libraryReads(table, reader.id, reader.videoId)['GET /library/published'];
    const before = await unitsOf(read);
    for (let follow = 0; follow < 500; follow += 1) {
      const channel_id = `FOLLOWED${follow}`;
      await putItem(table, { ...followKey(reader.id, channel_id), channel_id });
    }
    expect(await unitsOf(read)).toBe(before);
  });

  it('is bounded for a search of several words, which reads more', async () => {
    const index = searchRepository(large.table);
    const units = await large.unitsOf(() =>
      index.findCandidates(asTyped(['turning', 'fans', 'box', 'amber'])),
    );
    expect(units).toBeGreaterThan(UNITS['GET /search, an unknown word']);
    expect(units).toBeLessThanOrEqual(MOST_OF_A_SEARCH);
  });
});
