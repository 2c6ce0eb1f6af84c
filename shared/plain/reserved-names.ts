/**
 * Usernames that nobody may take: what could pass for the site itself, or for one of its addresses. They bind sign-up
 * alone; whoever has one already keeps it.
 */

/** First segments of the web's addresses, of the API's below `/api`, and of what lies beside them. */
const ADDRESSES = [
  'api',
  'api-reference',
  'apple-touch-icon.png',
  'assets',
  'auth',
  'browse',
  'browser-stream',
  'categories',
  'category',
  'change-password',
  'channel',
  'chat',
  'favicon.ico',
  'favicon.svg',
  'following',
  'follows',
  'forgot-password',
  'go-live',
  'go-live-advanced',
  'hidden-people',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'ivs',
  'licences',
  'login',
  'manifest.webmanifest',
  'media',
  'openapi.json',
  'pages',
  'pictures',
  'passes',
  'presence',
  'realtime',
  'robots.txt',
  'replays',
  'rooms',
  'search',
  'signup',
  'stream-health',
  'streamers',
  'streaming',
  'theme.js',
  'upload',
  'videos',
];

/** What speaks with the site's voice, and addresses that it may have one day. */
const VOICES = [
  'about',
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
  'news',
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
  'settings',
  'signin',
  'staff',
  'support',
  'system',
  'terms',
  'undefined',
  'video',
  'webmaster',
];

/** Case and what stands between the letters do not count: `Go_Live` is `go-live`. */
const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const reserved: ReadonlySet<string> = new Set([...ADDRESSES, ...VOICES].map(bare));

export const isReserved = (username: string): boolean => reserved.has(bare(username));
