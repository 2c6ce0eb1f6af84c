/** The frame around the screens, and the lists: Home, Browse, Following, cards. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { held, outage, type Answers } from '#test/support/browser/fake-api.ts';
import { aChannel, FAN, main, openScreen, path } from '#test/support/browser/screen.tsx';

const GALE = aChannel({ tags: ['calm', 'brass', '1962'] });
const CALM = aChannel({
  username: 'CalmAir',
  display_name: 'CalmAir',
  title: 'Nothing moves',
  game: 'Box Fans',
  tags: ['calm', 'brass', '1962'],
  is_live: false,
});
const OTHERS = ['Whirl', 'Hum', 'Drone', 'Murmur'].map((username) =>
  aChannel({ username, display_name: username, title: '', game: '', is_live: false }),
);
const CATEGORIES = [
  { id: 'box-fans', name: 'Box Fans', thumbnail_url: '/categories/box-fans.svg', viewers: 1500 },
  { id: 'table-fans', name: 'Table Fans', thumbnail_url: '', viewers: 999 },
];

/** A site where Gale is live; the fan follows her and CalmAir. */
const SITE: Answers = {
  'GET /streamers': ({ query }) => (query['live'] ? [GALE] : [GALE, CALM, ...OTHERS]),
  'GET /categories': CATEGORIES,
  'GET /follows': { followedChannels: [GALE.id, CALM.id], channels: [GALE, CALM], bells: [] },
};
const asGuest = (answers: Answers = {}) => ({ answers: { ...SITE, ...answers } });
const asFan = (answers: Answers = {}) => ({ ...asGuest(answers), as: FAN });

const topBar = () => within(screen.getByRole('banner'));
/** Links of the top bar with this name, except for the icons of small screens. */
const topLinks = (name: string | RegExp) =>
  topBar()
    .queryAllByRole('link', { name })
    .filter(({ title }) => !title);
const sidebar = () => within(screen.getByRole('complementary', { name: 'Sidebar' }));
const card = (title: RegExp) => main().findByRole('link', { name: title });
/** The texts that a card shows, except for the initial of a missing picture. */
const textsOf = (card: Element): string[] =>
  [...card.querySelectorAll('*')]
    .filter((element) => [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE))
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text.length > 1);
const pathsOf = (links: readonly HTMLElement[]) => links.map((link) => link.getAttribute('href'));

it('the card of a live channel with a hidden number of viewers has the badge alone', async () => {
  await openScreen('/browse', asGuest({ 'GET /streamers': [{ ...GALE, viewers: undefined }] }));
  const texts = textsOf(await card(/Evening breeze/));
  expect(texts.slice(0, 2)).toEqual(['LIVE', GALE.title]);
});

// spec: 2.6
it('the top bar searches for the trimmed text', async () => {
  const page = await openScreen('/', asGuest());
  const box = topBar().getByPlaceholderText('Search...');
  await page.user.type(box, '  box & fan?  {Enter}');
  await screen.findByRole('heading', { name: 'Results for “box & fan?”' });
  expect(path() + window.location.search).toBe('/search?q=box%20%26%20fan%3F');
});

// spec: 2.11, 6.3
it('the top bar offers Log In and Sign Up to a visitor, and nothing that needs an account', async () => {
  await openScreen('/', asGuest());
  expect(pathsOf(['Log In', 'Sign Up'].flatMap(topLinks))).toEqual(['/login', '/signup']);
  expect(['Go Live', 'Upload', 'Following'].flatMap(topLinks)).toEqual([]);
  expect(topBar().queryByRole('button', { name: /^Account menu/ })).toBeNull();
});

// spec: 2.8, 2.9
it('the top bar offers Go Live, Upload, Following and the account menu to a signed-in user', async () => {
  const page = await openScreen('/', asFan());
  const links = ['Go Live', 'Upload', 'Following'].flatMap(topLinks);
  expect(pathsOf(links)).toEqual(['/go-live', '/upload', '/following']);
  await page.user.click(await topBar().findByRole('button', { name: 'Account menu: FannyFan' }));
  const items = topBar().getAllByRole('menuitem');
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Your channel', '/channel/FannyFan'],
    ['Watch later', '/watch-later'],
    ['Playlists', '/playlists'],
    ['Liked videos', '/liked'],
    ['History', '/history'],
    ['Settings', '/settings'],
    ['Log out', null],
  ]);
  expect(['Log In', 'Sign Up'].flatMap(topLinks)).toEqual([]);
});

it('the account menu is opened, left and walked by the keyboard', async () => {
  const page = await openScreen('/', asFan({ 'GET /library/history': [] }));
  const menu = await topBar().findByRole('button', { name: 'Account menu: FannyFan' });
  const focused = () => document.activeElement?.textContent;
  menu.focus();
  await page.user.keyboard('{Enter}');
  expect(focused()).toBe('Your channel');
  await page.user.keyboard('{Escape}');
  expect(document.activeElement).toBe(menu);
  await page.user.keyboard('{Enter}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('History');
  await page.user.keyboard('{Enter}');
  await main().findByRole('heading', { name: 'No watched videos yet' });
  expect(path()).toBe('/history');
});

it('the sidebar leads signed-in users to their lists', async () => {
  await openScreen('/', asFan());
  const names = ['Watch later', 'Liked videos', 'History'];
  const lists = names.map((name) => sidebar().getByRole('link', { name }));
  expect(pathsOf(lists)).toEqual(['/watch-later', '/liked', '/history']);
});

// spec: 2.1
it.each(['/login', '/signup'])('%s has no top bar, no sidebar and no footer', async (address) => {
  await openScreen(address);
  await screen.findByLabelText('Username');
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

it('the footer links to no source code by default', async () => {
  await openScreen('/', asGuest());
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'About' })).toBeTruthy();
  expect(footer.queryByRole('link', { name: 'Source code' })).toBeNull();
});

// spec: 2.12
it.each([
  ['Home', '/'],
  ['Browse', '/browse'],
  ['Following', '/following'],
])('the sidebar marks %s as the current page at %s', async (name, address) => {
  await openScreen(address, asGuest());
  const links = within(sidebar().getByRole('navigation')).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Home', 'Browse', 'Following', 'Fans']);
  const current = links.filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.textContent)).toEqual([name]);
});

// spec: 2.14, 6.3, 9.2
it('the sidebar recommends five channels, marks the live ones, and has no followed ones for a visitor', async () => {
  await openScreen('/', asGuest());
  const section = within(await sidebar().findByRole('region', { name: 'Recommended Channels' }));
  const links = await section.findAllByRole('link');
  expect(pathsOf(links)).toEqual(
    [GALE, CALM, ...OTHERS].slice(0, 5).map(({ username }) => `/channel/${username}`),
  );
  expect(section.getAllByTitle('Live')).toEqual([within(links[0]!).getByTitle('Live')]);
  expect(sidebar().queryByRole('region', { name: /Followed/ })).toBeNull();
});

// spec: 2.13
it('the sidebar lists the followed channels that are live', async () => {
  await openScreen('/', asFan());
  const section = within(await sidebar().findByRole('region', { name: 'Followed Channels — Live' }));
  const [link, ...more] = await section.findAllByRole('link');
  expect(more).toEqual([]);
  expect(textsOf(link!)).toEqual(expect.arrayContaining(['Gale Force', 'Ceiling Fans']));
  within(link!).getByTitle('Live');
});

it('the sidebar recommends no followed channel, and fills its list with the next ones', async () => {
  const many = Array.from({ length: 9 }, (_, at) => aChannel({ username: `Other${at}`, is_live: false }));
  const api = {
    'GET /streamers': ({ query }: { query: Record<string, string> }) => {
      const all = [GALE, CALM, aChannel({ id: FAN.id, username: FAN.username }), ...many];
      return all.slice(0, Number(query['limit'] ?? all.length));
    },
  };
  await openScreen('/', asFan(api as Answers));
  const section = within(await sidebar().findByRole('region', { name: 'Recommended Channels' }));
  const links = await section.findAllByRole('link');
  expect(pathsOf(links)).toEqual(many.slice(0, 5).map(({ username }) => `/channel/${username}`));
});

it('the sidebar says so when the user follows all channels', async () => {
  await openScreen('/', asFan({ 'GET /streamers': [GALE, CALM] }));
  const section = within(await sidebar().findByRole('region', { name: 'Recommended Channels' }));
  expect(await section.findByText('No other channels yet')).toBeTruthy();
});

// spec: 2.15
it('Home says "Loading..." first, then shows live channels and categories', async () => {
  const categories = held(CATEGORIES);
  await openScreen('/', asGuest({ 'GET /categories': categories.answer }));
  await main().findByText('Loading...');
  expect(screen.queryByRole('heading', { name: 'Live Channels' })).toBeNull();
  categories.release();
  await card(/Evening breeze/);
  const headings = main().getAllByRole('heading', { level: 2 });
  expect(headings.map((heading) => heading.textContent)).toEqual(['Live Channels', 'Categories']);
  expect(main().queryByText('Loading...')).toBeNull();
  expect(pathsOf(main().getAllByRole('link', { name: 'Show more' }))).toEqual([
    '/browse',
    '/browse?tab=categories',
  ]);
});

it('Home introduces Fanfare to a visitor', async () => {
  const sentence = 'Live streams, videos and chat for people who love fans: the kind that move air.';
  await openScreen('/', asGuest());
  expect(main().getByText(sentence)).toBeTruthy();
});

it('Home does not introduce Fanfare to a signed-in user', async () => {
  await openScreen('/', asFan());
  await card(/Evening breeze/);
  expect(main().queryByText(/for people who love fans/)).toBeNull();
});

// spec: 7.4
it('Home asks for live channels by the live flag', async () => {
  const page = await openScreen('/', asGuest());
  await card(/Evening breeze/);
  expect(page.api.requests.map((request) => request.path)).toContain('/api/streamers?live=true');
});

// spec: 2.16
it('a category shows its picture, name and viewers, and leads to its page', async () => {
  await openScreen('/', asGuest());
  const box = await card(/Box Fans/);
  expect(textsOf(box)).toEqual(['Box Fans', '1.5K viewers']);
  expect(textsOf(await card(/Table Fans/))).toEqual(['Table Fans', '999 viewers']);
  expect(box.querySelector('img')?.getAttribute('src')).toBe('/categories/box-fans.svg');
  expect(box.getAttribute('href')).toBe('/category/Box%20Fans');
});

// spec: 2.17
it('Browse has four tabs, of which Live Channels is open', async () => {
  const page = await openScreen('/browse', asGuest());
  await card(/Evening breeze/);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Browse');
  await screen.findByRole('tab', { name: 'All Channels (6)' });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Live Channels (1)',
    'All Channels (6)',
    'Categories',
    'Videos',
  ]);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Live Channels (1)');
  await page.user.click(screen.getByRole('tab', { name: 'All Channels (6)' }));
  await card(/Nothing moves/);
  expect(main().getAllByRole('listitem')).toHaveLength(6);
});

// spec: 2.17
it('Browse says "Loading..." while it waits', async () => {
  const channels = held([GALE]);
  await openScreen('/browse', asGuest({ 'GET /streamers': channels.answer }));
  await main().findByText('Loading...');
  channels.release();
  await card(/Evening breeze/);
  expect(main().queryByText('Loading...')).toBeNull();
});

it('Browse keeps its tab and its order in the address', async () => {
  const page = await openScreen('/browse?tab=categories', asGuest());
  await screen.findByRole('tab', { name: 'Categories', selected: true });
  await card(/Box Fans/);
  await page.user.click(screen.getByRole('tab', { name: 'Videos' }));
  await screen.findByRole('heading', { name: 'No videos yet' });
  await page.user.click(screen.getByRole('tab', { name: /^All Channels/ }));
  await page.user.selectOptions(await screen.findByLabelText('Sort by'), 'Newest');
  await waitFor(() => expect(window.location.search).toBe('?tab=all&order=newest'));
  await waitFor(() =>
    expect(page.api.sentTo('GET /streamers').map(({ query }) => query['order'])).toContain('newest'),
  );
});

// spec: 2.18, 9.3, 9.7
it('the card of a live channel shows badge, viewers, title, name, game and two tags', async () => {
  const pictures = { thumbnail_url: '/categories/box-fans.svg', avatar: '/favicon.svg' };
  const channel = { ...GALE, ...pictures, viewers: 12_345 };
  await openScreen('/', asGuest({ 'GET /streamers': [channel] }));
  const visible = await card(/Evening breeze/);
  expect(textsOf(visible)).toEqual([
    'LIVE',
    '12.3K viewers',
    'Evening breeze',
    'Gale Force',
    'Ceiling Fans',
    'calm',
    'brass',
  ]);
  expect(visible.getAttribute('href')).toBe('/channel/GaleForce');
  expect([...visible.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(
    Object.values(pictures),
  );
});

// spec: 2.18
it('the card of an offline channel has neither badge nor viewers', async () => {
  await openScreen('/browse?tab=all', asGuest());
  expect(textsOf(await card(/Nothing moves/))).toEqual([
    'Nothing moves',
    'CalmAir',
    'Box Fans',
    'calm',
    'brass',
  ]);
});

// spec: 2.19
it('Following says what it is for and leads a visitor to both forms', async () => {
  await openScreen('/following', asGuest());
  await main().findByText('Log in to follow channels');
  main().getByText('Sign up or log in to see channels you follow');
  const links = [
    await main().findByRole('link', { name: 'Log In' }),
    main().getByRole('link', { name: 'Sign Up' }),
  ];
  expect(pathsOf(links)).toEqual(['/login', '/signup']);
});

// spec: 2.20
it('Following without channels leads to Browse', async () => {
  await openScreen(
    '/following',
    asFan({ 'GET /follows': { followedChannels: [], channels: [], bells: [] } }),
  );
  await main().findByText('No followed channels yet');
  main().getByText('Explore channels and follow your favorites!');
  const link = main().getByRole('link', { name: 'Browse Channels' });
  expect(link.getAttribute('href')).toBe('/browse');
});

// spec: 2.21
it('Following says "Loading...", then splits the channels into live and offline', async () => {
  const follows = held({ followedChannels: [GALE.id, CALM.id], channels: [GALE, CALM], bells: [] });
  await openScreen('/following', asFan({ 'GET /follows': follows.answer }));
  await main().findByText('Loading...');
  follows.release();
  const live = await screen.findByRole('region', { name: 'Live Channels (1)' });
  expect(live.textContent).toContain('Evening breeze');
  expect(screen.getByRole('region', { name: 'Offline Channels (1)' }).textContent).toContain('Nothing moves');
});

// spec: 4.12, 8.15
it.each<[string, Answers, string]>([
  ['Error fetching streamers', { 'GET /streamers': outage() }, 'The live channels could not be loaded'],
  ['Error fetching data', { 'GET /categories': outage() }, 'The categories could not be loaded'],
])('Home logs "%s" without a toast when a list cannot be loaded', async (words, answers, visible) => {
  const page = await openScreen('/', asGuest(answers));
  await screen.findByRole('heading', { name: visible });
  expect(page.logged()).toContain(words);
  expect(main().queryByText('Loading...')).toBeNull();
  expect(screen.queryByRole('region', { name: /Notifications/ })).toBeNull();
});

// spec: 8.15
it('Following logs "Error fetching followed channels", and loads again by "Try again"', async () => {
  const page = await openScreen('/following', asFan({ 'GET /follows': outage() }));
  await screen.findByRole('heading', { name: 'The channels you follow could not be loaded' });
  expect(page.logged()).toContain('Error fetching followed channels');
  page.api.answer(SITE);
  await page.user.click(main().getAllByRole('button', { name: 'Try again' })[0]!);
  await screen.findByRole('heading', { name: 'Live Channels (1)' });
  expect(main().queryByRole('alert')).toBeNull();
});
