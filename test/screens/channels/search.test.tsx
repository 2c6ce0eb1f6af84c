/** The search box: suggestions while somebody types. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { Answers } from '#test/support/browser/fake-api.ts';
import { aChannel, main, openScreen, path, type Screen } from '#test/support/browser/screen.tsx';
import { cuesQuery } from '#web/features/videos/cues.queries.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';

const GALE = aChannel({ username: 'galeforce9', display_name: 'Gale Force' });
const CALM = aChannel({ username: 'calm_ceiling', display_name: 'Calm Ceiling', is_live: false });
const CEILING = { id: 'ceiling-fans', name: 'Ceiling Fans', thumbnail_url: '', viewers: 0 };

const VIDEO = aVideo(GALE, { title: 'Ceilings at night' });
const FAN_OF_CALM = {
  maker: 'Acme',
  model: 'Ceiling 52',
  model_path: 'acme/ceiling-52',
  username: 'calm_ceiling',
};

const SITE: Answers = {
  'GET /search/suggestions': ({ query }) =>
    query['q']?.startsWith('gale')
      ? { channels: [GALE], videos: [], fans: [], categories: [] }
      : { channels: [GALE, CALM], videos: [VIDEO], fans: [FAN_OF_CALM], categories: [CEILING] },
  'GET /search': { channels: [GALE], categories: [CEILING], videos: [], clips: [], fans: [] },
};

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
const options = () => {
  const list = screen.queryByRole('listbox', { name: 'Suggestions' });
  return list ? within(list).queryAllByRole('option') : [];
};
const activeOption = () =>
  document.getElementById(box().getAttribute('aria-activedescendant') ?? 'none')?.textContent ?? null;

/** Types into the box, and waits for the suggestions. */
async function type(text: string): Promise<Screen> {
  const page = await openScreen('/', { answers: SITE });
  await page.user.type(await screen.findByPlaceholderText('Search...'), text);
  await waitFor(() => expect(options()).not.toEqual([]));
  return page;
}

it('suggests channels, videos, fans and categories while the visitor types, and counts them in a status', async () => {
  await type('ceil');
  const texts = options().map((option) => option.textContent);
  expect(texts).toMatchObject([
    expect.stringContaining('Gale Force'),
    expect.stringContaining('Calm Ceiling'),
    expect.stringContaining('Ceilings at night'),
    expect.stringContaining('Acme Ceiling 52'),
    expect.stringContaining('Ceiling Fans'),
  ]);
  const groups = within(screen.getByRole('listbox', { name: 'Suggestions' })).getAllByRole('group');
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
    'Channels',
    'Videos',
    'Fans',
    'Categories',
  ]);
  await screen.findByText('5 suggestions');
  expect(box().getAttribute('aria-expanded')).toBe('true');
});

it('suggests nothing of people whom the reader hides', async () => {
  const page = await openScreen('/', { answers: SITE });
  localStorage.setItem('hiddenPeople', 'calm_ceiling,galeforce9');
  await page.user.type(await screen.findByPlaceholderText('Search...'), 'ceil');
  await waitFor(() => expect(options().map((option) => option.textContent)).toEqual(['Ceiling Fans']));
});

it('the arrow keys walk through the suggestions and back into the field', async () => {
  const page = await type('ceil');
  expect(activeOption()).toBeNull();
  await page.user.keyboard('{ArrowDown}');
  await waitFor(() => expect(activeOption()).toMatch('Gale Force'));
  await page.user.keyboard('{ArrowUp}');
  await waitFor(() => expect(activeOption()).toBeNull());
  await page.user.keyboard('{ArrowUp}');
  await waitFor(() => expect(activeOption()).toMatch('Ceiling Fans'));
});

it('Escape closes the suggestions and keeps the text; Enter then searches for it', async () => {
  const page = await type('ceil');
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(box().getAttribute('aria-expanded')).toBe('false'));
  expect([box().value, options()]).toEqual(['ceil', []]);
  await page.user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Results for “ceil”' });
  expect(path()).toBe('/search');
});

it('Enter that ends a composition opens no suggestion', async () => {
  const page = await type('gale f');
  await page.user.keyboard('{ArrowDown}');
  await waitFor(() => expect(activeOption()).toMatch('Gale Force'));
  const before = path();
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(box(), { key: 'Escape', isComposing: true });
  expect([path(), box().getAttribute('aria-expanded')]).toEqual([before, 'true']);
});

it('Enter on a suggestion opens it and empties the field', async () => {
  const page = await type('gale f');
  await page.user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(path()).toBe('/channel/galeforce9'));
  await waitFor(() => expect([box().value, options()]).toEqual(['', []]));
});

it('Enter searches for the text, where more was typed after an arrow key', async () => {
  const page = await type('gale');
  await page.user.keyboard('{ArrowDown}');
  await waitFor(() => expect(activeOption()).toMatch('Gale Force'));
  await page.user.keyboard(' in spring{Enter}');
  await waitFor(() => expect(path()).toBe('/search'));
});

it.each([
  ['Ceilings at night', `/channel/galeforce9/video/${VIDEO.id}`],
  ['Acme Ceiling 52', '/fans/acme/ceiling-52'],
])('the suggestion %s leads to its page', async (name, address) => {
  const page = await type('ceil');
  await page.user.click(screen.getByRole('option', { name }));
  await waitFor(() => expect(path()).toBe(address));
});

it('a click on a suggestion opens it', async () => {
  const page = await type('ceil');
  await page.user.click(screen.getByRole('option', { name: /Ceiling Fans/ }));
  await waitFor(() => expect(path()).toBe('/category/Ceiling%20Fans'));
});

// spec: 2.7, 5.1
it('a blank search stays on the page, and a search keeps its text in the box', async () => {
  const page = await openScreen('/', { answers: SITE });
  await page.user.type(box(), '   {Enter}');
  expect(path()).toBe('/');
  await page.user.clear(box());
  await page.user.type(box(), '  ceiling {Enter}');
  await screen.findByRole('heading', { name: 'Results for “ceiling”' });
  await screen.findByText('1 channel, 1 category');
  expect(box().value).toBe('ceiling');
  expect(document.title).toBe('ceiling · Search · Fanfare');
});

it('a video that was found by what is said in it links to that moment', async () => {
  const [said, titled] = [1, 2].map((n) => ({
    ...aVideo(GALE, { id: `01HZZZZZZZZZZZZZZZZZZVIDE${n}`, title: `Video ${n}`, status: 'ready' }),
    display_name: 'Gale Force',
  }));
  const videos = [titled!, { ...said!, said_at_s: 75 }];
  await openScreen('/search?q=bearing', {
    answers: { 'GET /search': { channels: [], categories: [], videos, clips: [], fans: [] } },
  });
  const link = await main().findByRole('link', { name: /In the transcript at 1:15/ });
  const page = (id: string) => `/channel/galeforce9/video/${id}`;
  expect(link.getAttribute('href')).toBe(`${page(said!.id)}?t=75`);
  const other = main().getByRole('link', { name: /Video 2/ });
  expect(other.getAttribute('href')).toBe(page(titled!.id));
  expect(other.textContent).not.toContain('transcript');
});

it('a video that was found by what is said in it has the sentence', async () => {
  const captions = [{ language: 'en', label: 'English', url: '/media/en.vtt' }];
  const fields = { title: 'Video', status: 'ready', captions } as const;
  const video = { ...aVideo(GALE, fields), display_name: 'Gale Force', said_at_s: 75 };
  const cue = (startMs: number, text: string) => ({ startMs, endMs: startMs + 1000, text, settings: '' });
  const cues = [cue(74_000, 'It turns in'), cue(75_500, 'bearings of steel. And')];
  queryClient.setQueryData(cuesQuery('/media/en.vtt').queryKey, cues);
  await openScreen('/search?q=brass%20bearings', {
    answers: { 'GET /search': { channels: [], categories: [], videos: [video], clips: [], fans: [] } },
  });
  const link = await main().findByRole('link', { name: /In the transcript at 1:15/ });
  await within(link).findByText('bearings');
  expect(link.textContent).toContain('It turns in bearings of steel.');
  expect(link.textContent).not.toContain('And');
});

it('an empty category says so and leads to a search', async () => {
  const none = { channels: [], categories: [], videos: [], clips: [], fans: [] };
  const page = await openScreen('/category/Fog%20machines', {
    answers: {
      'GET /categories/{id}': { ...CEILING, name: 'Fog machines' },
      'GET /categories/{id}/streamers': [],
      'GET /categories/{id}/videos': [],
      'GET /search': none,
    },
  });
  await screen.findByText('Nothing in Fog machines yet');
  await page.user.click(screen.getByRole('link', { name: 'Search for “Fog machines”' }));
  await screen.findByText('No results');
  expect(path()).toBe('/search');
});
