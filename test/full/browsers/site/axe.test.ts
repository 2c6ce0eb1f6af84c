import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authRoutes, type User } from '#shared/people/auth.ts';
import { aVideo, OUTPUTS } from '#test/support/api/table/seed-videos.ts';
import { aceViolations, violations } from '#test/support/browser/accessibility.ts';
import {
  cutUploads,
  describeStream,
  failCamera,
  goLive,
  limitCamera,
  startCamera,
} from '#test/support/browser/camera/camera-page.ts';
import { startEncoder, type Encoder } from '#test/support/media/encoder.ts';
import { SLOW_FAKE_DEVICES, STILL_PICTURE } from '#test/support/media/fake-camera.ts';
import { failing } from '#test/support/site/network.ts';
import { PASSWORD, type Person } from '#test/support/site/people.ts';
import { useWorld } from '#test/support/browser/world.ts';

const PHONE = { width: 390, height: 844 };
const SCHEMES = [
  ['dark', 'colours'],
  ['light', 'all'],
] as const;
const DESK = { width: 1280, height: 800 };

const world = useWorld(undefined, () => SLOW_FAKE_DEVICES);
let encoder: Encoder;
/** Signed out. */
let visitor: Page;
/** Follows a live and an offline channel, and has one of their own. */
let fan: Page;
/** Follows no channel. */
let newcomer: Page;
/** Is live. */
let streamer: Page;

beforeAll(async () => {
  const names = ['GaleForce', 'CalmAir', 'FannyFan', 'NovaNew'];
  const [gale, calm, fanny, nova] = (await Promise.all(names.map(world.person))) as [
    Person,
    Person,
    Person,
    Person,
  ];
  await seedSite(gale, calm, fanny);
  const browsers = await Promise.all([undefined, fanny, nova, gale].map((person) => world.visitor(person)));
  [visitor, fan, newcomer, streamer] = browsers.map(({ page }) => page) as [Page, Page, Page, Page];
  await limitCamera(fan, STILL_PICTURE);
});

afterAll(() => encoder?.stop());

/** A live channel with viewers and chat, and an offline one. */
async function seedSite(gale: Person, calm: Person, fanny: Person): Promise<void> {
  const setup = { title: 'Evening breeze', game: 'Ceiling Fans', tags: ['calm', 'brass', '1962'] };
  const { rtmp_url, stream_key } = (await gale.call('POST', '/streaming/start', setup)) as Record<
    string,
    string
  >;
  encoder = startEncoder(`${rtmp_url}${stream_key}`);
  for (const who of [gale, calm]) {
    await who.call('PUT', '/streamers/profile', {
      description: 'All about air',
      schedule: 'Fridays at 20:00',
    });
    await fanny.call('POST', `/follows/${who.id}`);
  }
  await calm.call('PATCH', '/streamers/status', {
    title: 'Nothing moves',
    game: 'Box Fans',
    tags: ['still'],
  });
  await fanny.call('PUT', `/rooms/${fanny.id}/moderators/NovaNew`);
  await fanny.call('POST', `/chat/${gale.id}`, { message: 'Which bearings? https://fans.example/bearings' });
}

interface State {
  /** @default the visitor */
  readonly who?: () => Page;
  readonly path: string;
  /** Reaches the state, and waits for it. */
  readonly reach: (page: Page) => Promise<unknown>;
  /** Whether most of the page is Swagger UI's, in which IBM's engine finds violations that we cannot fix. */
  readonly isOfSwagger?: boolean;
}

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first().waitFor();
const text = (words: string) => (page: Page) => page.getByText(words, { exact: true }).first().waitFor();
const asFan = () => fan;
const asNewcomer = () => newcomer;
const asStreamer = () => streamer;

const states: Record<string, State> = {
  Home: { path: '/', reach: heading('Evening breeze') },
  'Home, signed in': { who: asFan, path: '/', reach: text('Followed Channels — Live') },
  'Home, loading': {
    path: '/',
    reach: async (page) => {
      await page.route('**/api/**', () => {});
      await page.reload();
      await text('Loading...')(page);
    },
  },
  'Home, with the API out of reach': {
    path: '/',
    reach: async (page) => {
      await page.route('**/api/**', (route) => route.abort());
      await page.reload();
      await heading('The live channels could not be loaded')(page);
    },
  },
  'Browse, live channels': { path: '/browse', reach: heading('Evening breeze') },
  'Browse, all channels': {
    path: '/browse',
    reach: async (page) => {
      await page.getByRole('tab', { name: 'All Channels' }).click();
      await heading('Nothing moves')(page);
    },
  },
  'Browse, categories': { path: '/browse?tab=categories', reach: heading('Vintage Fans') },
  'Following, signed out': { path: '/following', reach: heading('Log in to follow channels') },
  'Following no channel': { who: asNewcomer, path: '/following', reach: heading('No followed channels yet') },
  'Following, live and offline': { who: asFan, path: '/following', reach: heading('Offline Channels (1)') },
  'Channel, playing': {
    path: '/channel/GaleForce',
    reach: async (page) => {
      await page.locator('[data-player][data-state=playing]').waitFor();
      await page.getByText('Which bearings?').waitFor();
    },
  },
  'Channel, signed in': {
    who: asFan,
    path: '/channel/GaleForce',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Following', exact: true }).waitFor();
      await page.getByPlaceholder('Send a message').fill('x'.repeat(501));
      await text('1 character over the limit')(page);
    },
  },
  'Channel, offline': { path: '/channel/CalmAir', reach: text('Channel Offline') },
  'Channel, one’s own': { who: asStreamer, path: '/channel/GaleForce', reach: text('Edit profile') },
  'Channel, not found': { path: '/channel/nobody', reach: heading('Channel not found') },
  'Edit profile': {
    who: asFan,
    path: '/channel/FannyFan',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit profile' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit profile' });
      await dialog.getByLabel('Display name').fill('');
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.locator('[aria-invalid=true]').waitFor();
    },
  },
  Category: { path: '/category/Ceiling%20Fans', reach: heading('Evening breeze') },
  'Category without channels': {
    path: '/category/Vintage%20Fans',
    reach: heading('No channels in Vintage Fans yet'),
  },
  'Category that is not in use': { path: '/category/Fog', reach: heading('Nothing in Fog yet') },
  'Search for nothing': { path: '/search', reach: heading('What are you looking for?') },
  'Search without result': { path: '/search?q=fog', reach: heading('Try different words') },
  'Search with results': { path: '/search?q=fan', reach: heading('Evening breeze') },
  Login: { path: '/login', reach: heading('Log In') },
  'Login, refused': {
    path: '/login',
    reach: async (page) => {
      await page.getByLabel('Username').fill('GaleForce');
      await page.getByLabel('Password').fill('not this one');
      await page.getByRole('button', { name: 'Log In' }).click();
      await text('Login Failed')(page);
    },
  },
  Signup: { path: '/signup', reach: heading('Sign Up') },
  'Forgot password': { path: '/forgot-password', reach: heading('Forgot password') },
  'Change password': { who: asFan, path: '/change-password', reach: heading('Change password') },
  Settings: {
    who: asFan,
    path: '/settings',
    reach: async (page) => {
      await text('This device')(page);
      await page.getByRole('button', { name: 'Create a copy' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Create a copy' }).click();
      await page.getByRole('link', { name: /^Download the copy/ }).waitFor();
    },
  },
  'Settings, without what they show': {
    who: asFan,
    path: '/settings',
    reach: async (page) => {
      await failing(page, '**/api/auth/**', 404);
      await page.reload();
      await text('Your devices could not be loaded')(page);
      await text('Your copy could not be loaded')(page);
    },
  },
  'Settings, deleting the account': {
    who: asFan,
    path: '/settings',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByRole('button', { name: 'Delete permanently' }).click();
      await text('Password is required.')(page);
    },
  },
  'Captions of a video, with a mistake': {
    who: asFan,
    path: '/',
    reach: async (page) => {
      const me = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser')!) as User);
      const video = aVideo(me, { ...OUTPUTS, status: 'ready' });
      await page.route(`**/api/videos/${video.id}`, (route) => route.fulfill({ json: video }));
      await page.goto(`/videos/${video.id}/captions/de`);
      await page.getByRole('button', { name: 'Add caption' }).click();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await text('Enter a text, or delete this caption.')(page);
    },
  },
  Dashboard: {
    who: asNewcomer,
    path: '/go-live-advanced',
    reach: text('Create a stream to get your credentials'),
  },
  'Dashboard, live': { who: asStreamer, path: '/go-live-advanced', reach: text('Encoder connected') },
  'Captions, not live from a camera': {
    who: asStreamer,
    path: '/captions/GaleForce',
    reach: text(
      'GaleForce is not live from a camera. Captions can be typed during a broadcast from a camera.',
    ),
  },
  'Captions, of another channel': {
    who: asFan,
    path: '/captions/GaleForce',
    reach: heading("You can't type captions here"),
  },
  'Captions, signed out': { path: '/captions/GaleForce', reach: heading('Log in to type captions') },
  'Go Live, camera off': { who: asFan, path: '/go-live', reach: text('Camera off') },
  'Go Live, camera refused': {
    who: asFan,
    path: '/go-live',
    reach: async (page) => {
      await failCamera(page, 'NotAllowedError');
      await page.getByRole('button', { name: 'Start Camera' }).click();
      await heading('Camera and microphone are blocked')(page);
    },
  },
  'Go Live, camera ready, title missing': {
    who: asFan,
    path: '/go-live',
    reach: async (page) => {
      await startCamera(page);
      await page.getByRole('button', { name: 'Go LIVE' }).click();
      await text('A title is required')(page);
    },
  },
  'Go Live, live': {
    who: asFan,
    path: '/go-live',
    reach: async (page) => {
      await startCamera(page);
      await describeStream(page, 'A quiet evening');
      await goLive(page);
    },
  },
  'Captions, live, with a line that was not sent': {
    who: asNewcomer,
    path: '/captions/FannyFan',
    reach: async (page) => {
      await page.route('**/browser-stream/*/captions', (route) => route.abort());
      await page.getByRole('textbox', { name: 'Caption', exact: true, disabled: false }).fill('It turns');
      await page.keyboard.press('Enter');
      await text('Send again')(page);
    },
  },
  'Browse, with an interrupted stream': {
    who: asFan,
    path: '/browse',
    reach: (page) => page.getByRole('region', { name: 'Your stream was interrupted' }).waitFor(),
  },
  'Go Live, interrupted': {
    who: asFan,
    path: '/go-live',
    reach: heading('Your stream was interrupted'),
  },
  'Go Live, unfinished': {
    who: asFan,
    path: '/go-live',
    reach: async (page) => {
      await startCamera(page);
      await describeStream(page, 'A slow evening');
      await cutUploads(page);
      await goLive(page, 0);
      await page.getByText(/waiting: nothing is getting through$/).waitFor();
      await page.goto('/browse');
      await page.getByRole('button', { name: 'End Stream' }).click();
      await text('Stream Ended')(page);
      await page.goto('/go-live');
      await heading('Finish uploading your last broadcast?')(page);
    },
  },
  'Channel, with a receipt': {
    who: asFan,
    path: '/channel/FannyFan',
    reach: (page) => page.getByRole('region', { name: 'Your broadcast' }).waitFor(),
  },
  'Reference of the API, an answer and a schema unfolded': {
    path: '/api-reference',
    isOfSwagger: true,
    reach: async (page) => {
      await page.getByText(authRoutes['POST /auth/login'].summary).click();
      await page.getByRole('tab', { name: 'Schema' }).first().click();
      await page.getByText('Success', { exact: true }).waitFor();
    },
  },
  Upload: { who: asFan, path: '/upload', reach: heading('Upload Your Fan Video') },
  Fans: { path: '/fans', reach: heading('Fans') },
  'Page not found': { path: '/nowhere', reach: heading('Page not found') },
};

// spec: 2.2, 2.3
it.each(Object.entries(states))(
  'axe and IBM’s engine find no violation: %s',
  async (_, { who = () => visitor, path, reach, isOfSwagger = false }) => {
    const page = who();
    await page.setViewportSize(DESK);
    await page.goto(path);
    await reach(page);
    const found: string[] = [];
    for (const [colorScheme, which] of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found.push(...(await violations(page, which)).map((violation) => `${colorScheme}: ${violation}`));
    }
    if (!isOfSwagger) found.push(...(await aceViolations(page)).map((violation) => `IBM: ${violation}`));
    await page.setViewportSize(PHONE);
    found.push(...(await violations(page)).map((violation) => `on a phone: ${violation}`));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(found).toEqual([]);
  },
);
