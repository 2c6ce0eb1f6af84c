/** A person's words and name on the screens of those who have blocked them. */
import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Clip } from '#shared/videos/clips.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { appHistory } from '#web/lib/hooks/guarded-history.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';
import { aClipOf, EverythingInSight } from '../every-screen.ts';
import type { Answers } from '#test/support/browser/fake-api.ts';
import { aChannel, FAN, openScreen } from '#test/support/browser/screen.tsx';
import { aMessage } from '#test/web/support/chat.ts';

const GALE = aChannel();
const quote = { id: aMessage(1).id, username: 'RudeRob', message: 'Rude words' };
const MESSAGES = [
  aMessage(1, { username: 'RudeRob', message: 'Rude words' }),
  aMessage(2, { username: 'ada', message: 'An answer', reply_to: quote }),
];
const CLIP: Clip = { ...aClipOf(GALE), id: aMessage(5).id, clipper_id: FAN.id, clipper: 'ada' };
const ANSWERS: Answers = {
  'GET /hidden-people': { usernames: ['RudeRob'] },
  'GET /streamers/{username}': GALE,
  'GET /follows/{id}': { isFollowing: false, bell: false },
  'GET /chat/{id}': MESSAGES,
  'GET /clips': [CLIP, { ...CLIP, id: aMessage(6).id, clipper: 'RudeRob', title: 'Rude clip' }],
};

beforeEach(() => vi.stubGlobal('IntersectionObserver', EverythingInSight));

const expectNothingRude = () => expect(document.body.textContent).not.toMatch(/rude/i);

it('are not in a channel’s chat, replies, pin, suggestions and clips', async () => {
  const pinned = MESSAGES[0];
  const room = {
    slow_mode_s: 0,
    followers_only: false,
    links_allowed: true,
    pinned,
    moderators: [],
    rules: '',
  };
  const answers = { ...ANSWERS, 'GET /rooms/{id}': room } as Answers;
  const page = await openScreen(`/channel/${GALE.username}`, { as: FAN, answers });
  const chat = within(await screen.findByRole('complementary', { name: 'Stream Chat' }));
  await chat.findByText('An answer');
  await screen.findByText('A fine clip');
  expectNothingRude();
  await page.user.type(await chat.findByPlaceholderText('Send a message'), '@');
  const suggestions = within(await chat.findByRole('listbox')).getAllByRole('option');
  expect(suggestions.map((option) => option.textContent)).toEqual(['@ada', '@GaleForce']);
});

it('are not in the chat of a replay', async () => {
  const video = aVideo(GALE, { kind: 'replay', status: 'ready', duration_s: 60, title: 'Last evening' });
  await openScreen(`/channel/${GALE.username}/video/${video.id}`, {
    as: FAN,
    answers: {
      ...ANSWERS,
      'GET /videos/{id}': video,
      'GET /replays/{id}/chat': {
        recorded: [{ at_s: 0, time: '2100-01-01T00:00:00.000Z' }],
        messages: MESSAGES,
        next: null,
      },
    },
  });
  await screen.findByText('An answer');
  expectNothingRude();
});

it('are not in the new clips of published channels', async () => {
  const answers: Answers = {
    ...ANSWERS,
    'GET /follows': { followedChannels: [GALE.id], channels: [GALE], bells: [] },
  };
  await openScreen('/following', { as: FAN, answers });
  await screen.findByText('A fine clip');
  expectNothingRude();
});

it('are not among the clips that a search finds', async () => {
  const clips = ANSWERS['GET /clips'] as Clip[];
  const found = { channels: [], categories: [], videos: [], clips, fans: [] };
  await openScreen('/search?q=clip', { as: FAN, answers: { ...ANSWERS, 'GET /search': found } });
  await screen.findByText('A fine clip');
  expectNothingRude();
});

const RUDE = aChannel({ username: 'RudeRob', display_name: 'Rude Rob', title: 'A rude evening' });
const VIDEOS = [GALE, RUDE].map((channel) => {
  const { display_name } = channel;
  return { ...aVideo(channel, { status: 'ready', title: `By ${display_name}` }), display_name };
});
const LISTS: Answers = {
  ...ANSWERS,
  'GET /streamers': [GALE, RUDE],
  'GET /categories/{id}': { id: 'ceiling-fans', name: 'Ceiling Fans', thumbnail_url: '', viewers: 1 },
  'GET /categories/{id}/streamers': [GALE, RUDE],
  'GET /categories/{id}/videos': VIDEOS,
  'GET /videos/latest': VIDEOS,
  'GET /search': { channels: [GALE, RUDE], categories: [], videos: VIDEOS, clips: [], fans: [] },
};

it.each(['/', '/browse', '/browse?tab=videos', '/category/ceiling-fans', '/search?q=evening'])(
  'are not in the lists of %s and in the sidebar',
  async (address) => {
    await openScreen(address, { as: FAN, answers: LISTS });
    expect((await screen.findAllByText(/Gale Force/)).length).toBeGreaterThan(0);
    await expect.poll(() => document.body.textContent).not.toMatch(/rude/i);
  },
);

it('a reader with an empty list asks for it once in a browser', async () => {
  const answers: Answers = { ...LISTS, 'GET /hidden-people': { usernames: [] } };
  const page = await openScreen('/', { as: FAN, answers });
  await screen.findAllByText(/Rude Rob/);
  await expect.poll(() => localStorage.getItem('hidesNobody')).toBe(JSON.stringify(FAN.id));
  queryClient.clear();
  appHistory.push('/browse');
  await screen.findByRole('tab', { name: /^Live Channels/ });
  appHistory.push('/search?q=evening');
  await screen.findByRole('heading', { name: /^Results/ });
  expect(page.api.sentTo('GET /hidden-people').length).toBeLessThanOrEqual(1);
});

it('a clip of a blocked person asks before it is shown', async () => {
  const rude = { ...CLIP, clipper: 'RudeRob', title: 'Rude clip' };
  const answers: Answers = { ...ANSWERS, 'GET /clips/{id}': rude };
  const page = await openScreen(`/clip/${rude.id}`, { as: FAN, answers });
  await screen.findByText("A clip of somebody you've blocked");
  expectNothingRude();
  await page.user.click(screen.getByRole('button', { name: 'Show the clip' }));
  await screen.findByText('Rude clip');
});
