/**
 * Reserved usernames, which could pass for the site or an address of it. Checked at sign-up only, so that existing
 * names stay valid.
 */
import { SCREENS } from './screens.ts';

/** First segments of the screens' addresses. */
const OF_SCREENS = Object.values(SCREENS).flatMap((path) => path.split('/')[1] || []);

/** First segments of the API's addresses below `/api`, and of files. */
const ADDRESSES = [
  'api',
  'apple-touch-icon.png',
  'assets',
  'auth',
  'browser-stream',
  'categories',
  'chat',
  'clips',
  'comments',
  'favicon.ico',
  'favicon.svg',
  'feeds',
  'follows',
  'hidden-people',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'ivs',
  'library',
  'manifest.webmanifest',
  'media',
  'oembed',
  'openapi.json',
  'pages',
  'pictures',
  'passes',
  'playback',
  'polls',
  'presence',
  'raids',
  'realtime',
  'reports',
  'robots.txt',
  'replays',
  'rooms',
  'schedules',
  'sitemap',
  'sitemap.xml',
  'statistics',
  'stream-health',
  'streamers',
  'streaming',
  'theme.js',
  'webhooks',
];

/** Names that speak for the site, and possible future addresses. */
const VOICES = [
  'abuse',
  'account',
  'admin',
  'administrator',
  'billing',
  'contact',
  'everyone',
  'fanfare',
  'fanfare_team',
  'help',
  'home',
  'logout',
  'moderator',
  'mods',
  'news-worker.js',
  'noreply',
  'null',
  'official',
  'password',
  'postmaster',
  'privacy',
  'profile',
  'root',
  'security',
  'signin',
  'staff',
  'support',
  'system',
  'terms',
  'undefined',
  'video',
  'webmaster',
];

/** Ignores case and separators: `Go_Live` is `go-live`. */
const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const reserved: ReadonlySet<string> = new Set([...OF_SCREENS, ...ADDRESSES, ...VOICES].map(bare));

export const isReserved = (username: string): boolean => reserved.has(bare(username));
