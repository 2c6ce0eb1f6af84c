/** Renders screens of the web app in a DOM (happy-dom), with a fake API. No styles, no network. */
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/dom';
import { PointerEventsCheckLevel, userEvent, type UserEvent } from '@testing-library/user-event';
import { createRoot, type Root } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { afterEach, vi } from 'vitest';
import type { Channel } from '#shared/channels/channels.ts';
import { EMPTY_PROFILE } from '#shared/channels/profile-fields.ts';
import type { User } from '#shared/people/auth.ts';
import { App } from '#web/app/app.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { signIn } from '#web/lib/api/session/session.ts';
import { appHistory } from '#web/lib/hooks/guarded-history.ts';
import { showScreen } from '#web/lib/navigation/on-leave.ts';
import { closeToast, currentToast } from '#web/ui/overlays/toast-store.ts';
import { type Answers, FakeApi } from './fake-api.ts';

// happy-dom does not implement the Web Locks API.
Object.defineProperty(navigator, 'locks', {
  value: { request: async (_name: string, act: () => unknown) => act() },
});

// Disables prefetching, which would continue after the DOM of its test file is gone.
Object.defineProperty(navigator, 'connection', { value: { saveData: true } });

export interface Screen {
  readonly user: UserEvent;
  readonly api: FakeApi;
  /** Returns logged errors. */
  readonly logged: () => string;
}

/** The signed-in user. */
export const FAN: User = {
  id: '01HZZZZZZZZZZZZZZZZZZZZFAN',
  username: 'FannyFan',
  display_name: 'FannyFan',
  email: 'fanny@example.com',
  created_at: '2026-01-01T00:00:00.000Z',
};

/** Creates a channel with these fields. */
export const aChannel = (fields: Partial<Channel> = {}): Channel => ({
  id: `01HZZZZZZZZZZZZZZZ${String(fields.username ?? 'GaleForce')
    .toUpperCase()
    .padEnd(8, '0')
    .slice(0, 8)}`,
  username: 'GaleForce',
  ...EMPTY_PROFILE,
  display_name: 'Gale Force',
  live_thumbnail_url: '',
  title: 'Evening breeze',
  game: 'Ceiling Fans',
  tags: [],
  is_live: true,
  ingest: null,
  viewers: 0,
  followers: 0,
  video_url: '',
  ...fields,
});

/** FAN's own channel, offline. */
export const FAN_CHANNEL = aChannel({
  id: FAN.id,
  username: FAN.username,
  display_name: FAN.display_name,
  is_live: false,
});

// Disables retries.
const { queries = {}, ...defaults } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...defaults, queries: { ...queries, retryDelay: 0 } });

/** Responses that every screen needs: a site without content. */
const QUIET: Answers = {
  'GET /streamers': [],
  'GET /categories': [],
  'GET /videos': [],
  'GET /videos/latest': [],
  'GET /follows': { followedChannels: [], channels: [], bells: [] },
  'GET /news/unread': { unread: 0, push_key: '' },
  'GET /streamers/{username}': ({ params: { username = '' } }) =>
    username === FAN.username ? FAN_CHANNEL : aChannel({ username, is_live: false }),
  'GET /schedules/{channel_id}': [],
  'GET /schedules': [],
  'GET /chat/{id}': [],
  'GET /rooms/{id}/emotes': { emotes: [] },
  'GET /rooms/{id}': {
    slow_mode_s: 0,
    followers_only: false,
    links_allowed: true,
    pinned: null,
    moderators: [],
    rules: '',
  },
  'GET /rooms/{id}/me': { role: 'viewer', silenced: null, must_follow: false, next_at: null },
  'GET /comments/{kind}/{id}': {
    comments: [],
    next: null,
    total: 0,
    writers: 'everyone',
    is_moderator: false,
  },
  'GET /hidden-people': { usernames: [] },
  'GET /library/published': [],
  'GET /library/likes/{kind}/{id}': { is_liked: false },
  'GET /library/playlists/channels/{channel_id}': [],
  'GET /library/videos/{video_id}': { watch_later: false, position_s: null, is_paused: false },
};

/** Opens an address, signed in as `as` if given. Routes in neither `answers` nor the defaults are down. */
export async function openScreen(
  address: string,
  { answers = {}, as }: { readonly answers?: Answers; readonly as?: User } = {},
): Promise<Screen> {
  const api = new FakeApi();
  faults = api.faults;
  api.answer({ ...QUIET, ...answers });
  vi.stubGlobal('fetch', api.fetch);
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.clear();
  sessionStorage.clear();
  if (as) signIn({ user: as, token: 'header.payload.signature' });
  appHistory.replace(address);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={queryClient}>
      <HistoryRouter history={appHistory}>
        <App />
      </HistoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('main');
  // A dialog disables pointer events on the page a moment before it accepts them.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  return { user, api, logged: () => log.mock.calls.flat().map(String).join('\n') };
}

let root: Root | null = null;
let faults: readonly string[] = [];

afterEach(() => {
  if (faults.length > 0) throw new Error(`Requests break the contract:\n${faults.join('\n')}`);
});

afterEach(() => {
  root?.unmount();
  showScreen('none');
  document.body.replaceChildren();
  queryClient.clear();
  const toast = currentToast();
  if (toast) closeToast(toast.id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Replaces the contents of the fields with these labels. */
export async function fillIn({ user }: Screen, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = await screen.findByLabelText(label, { exact: true });
    await user.clear(field);
    if (text) await user.type(field, text);
  }
}

export const press = async ({ user }: Screen, name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }));

/** Waits for a toast with this title and text. */
export async function expectToast(title: string, text?: string): Promise<void> {
  const list = await screen.findByRole('region', { name: /^Notifications \(/ });
  await within(list).findByText(title);
  if (text !== undefined) await within(list).findByText(text);
}

export const path = (): string => appHistory.location.pathname;
export const main = () => within(screen.getByRole('main'));
