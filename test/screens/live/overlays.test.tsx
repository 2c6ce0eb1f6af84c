/** Overlays for OBS, and the page that makes their addresses. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { appHistory } from '#web/lib/hooks/guarded-history.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { OverlayPage } from '#web/pages/obs-overlays/overlay.page.tsx';
import { type Answers, FakeApi, outage } from '#test/support/browser/fake-api.ts';
import { aChannel, FAN, FAN_CHANNEL, openScreen } from '#test/support/browser/screen.tsx';
import { aMessage } from '#test/web/support/chat.ts';

const GALE = aChannel({ viewers: 1500, followers: 41 });

/** Opens an overlay as OBS does, without the application around it. */
function openOverlay(address: string, answers: Answers): FakeApi {
  const api = new FakeApi();
  api.answer({ 'GET /streamers/{username}': GALE, 'GET /chat/{id}': [], ...answers });
  vi.stubGlobal('fetch', api.fetch);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  appHistory.replace(address);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={queryClient}>
      <OverlayPage />
    </QueryClientProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  return api;
}

const lines = () => [...document.querySelectorAll('[data-overlay=chat] li')];

describe('an overlay', () => {
  it('of the chat has the latest of a thousand messages', async () => {
    const thousand = Array.from({ length: 1000 }, (_, n) => aMessage(n, { message: `Message ${n}` }));
    openOverlay('/overlay/GaleForce/chat?lines=150', { 'GET /chat/{id}': thousand });
    await screen.findByText(/Message 999$/);
    expect(lines()).toHaveLength(150);
  });

  it('of the chat follows its settings', async () => {
    const messages = [aMessage(1, { message: '!fan' }), aMessage(2, { message: 'مرحبا 🌀' })];
    openOverlay('/overlay/GaleForce/chat?font=40&commands=0', { 'GET /chat/{id}': messages });
    const text = await screen.findByText('مرحبا 🌀');
    expect(lines()).toHaveLength(1);
    expect(text.closest('[dir=auto]')).not.toBeNull();
    expect(text.closest<HTMLElement>('[data-overlay]')?.style.fontSize).toBe('40px');
  });

  const aPoll = (leftMs: number) => ({
    id: aMessage(1).id,
    username: GALE.username,
    question: 'Which fan next?',
    answers: ['Ceiling', 'Desk'].map((text, at) => ({ text, votes: 3 * at + 1 })),
    ends_at: new Date(Date.now() + leftMs).toISOString(),
  });
  const ROOM = { slow_mode_s: 0, followers_only: false, links_allowed: true, pinned: null };
  const roomWith = (leftMs: number) => ({
    'GET /rooms/{id}': { ...ROOM, moderators: [], rules: '', poll: aPoll(leftMs) },
    'GET /chat/{id}': [aMessage(2, { message: 'A desk fan' })],
  });

  it.each([
    ['runs', HOUR_MS, /^Poll.*left.*Which fan next\?Ceiling20%Desk80%5 votes$/],
    ['is over', -MINUTE_MS, /^Poll resultWhich fan next\?Ceiling20%Desk80%5 votes$/],
  ])('of the chat has a poll that %s', async (_, leftMs, text) => {
    openOverlay('/overlay/GaleForce/chat', roomWith(leftMs));
    expect((await screen.findByRole('region', { name: 'Which fan next?' })).textContent).toMatch(text);
  });

  it.each([
    ['two minutes after its end', '/overlay/GaleForce/chat', -2 * MINUTE_MS],
    ['where it is switched off', '/overlay/GaleForce/chat?polls=0', HOUR_MS],
  ])('of the chat has no poll %s', async (_, address, leftMs) => {
    openOverlay(address, roomWith(leftMs));
    await screen.findByText('A desk fan');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByText('Which fan next?')).toBeNull();
  });

  it('of the viewers has their number while the channel is live', async () => {
    openOverlay('/overlay/GaleForce/viewers', {});
    await screen.findByText('1.5K viewers');
    const { style } = document.body;
    expect(style.background).toBe('transparent');
  });

  it.each([
    ['hides its number of viewers', { ...GALE, viewers: undefined }],
    ['is offline', { ...GALE, is_live: false }],
  ])('of the viewers is empty where a channel %s', async (_, channel) => {
    const api = openOverlay('/overlay/GaleForce/viewers', { 'GET /streamers/{username}': channel });
    await waitFor(() => expect(api.sentTo('GET /streamers/{username}')).toHaveLength(1));
    const main = await screen.findByRole('main');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(main.textContent).toBe('');
  });

  it('has nothing to say while the site is down', async () => {
    openOverlay('/overlay/GaleForce/chat', { 'GET /streamers/{username}': outage() });
    await waitFor(() => expect(queryClient.getQueryCache().getAll()[0]?.state.error).not.toBeNull());
    expect(document.body.textContent).toBe('');
  });

  it('of alerts has a new follower', async () => {
    openOverlay('/overlay/GaleForce/alerts', { 'GET /clips': [] });
    await waitFor(() => expect(document.querySelector('[data-overlay=alerts]')).not.toBeNull());
    const [query] = queryClient.getQueryCache().findAll({ queryKey: ['streamers', 'one'] });
    query?.setData({ ...GALE, followers: 42 });
    await screen.findByText('New follower');
    expect(screen.getByText('42 followers')).toBeDefined();
  });
});

describe('the page of overlays', () => {
  const address = () => new URL(screen.getByLabelText<HTMLInputElement>('Address').value);
  const open = (channel = FAN_CHANNEL) =>
    openScreen('/go-live-advanced/overlays', {
      as: FAN,
      answers: { 'GET /streamers/{username}': channel },
    });

  it('makes an address from the settings, without values that are not valid', async () => {
    const page = await open();
    const font = await screen.findByLabelText('Font size');
    expect(address().pathname).toBe(`/overlay/${FAN.username}/chat`);
    fireEvent.change(font, { target: { value: '48' } });
    await page.user.click(screen.getByRole('switch', { name: 'Messages of bots' }));
    expect(address().search).toBe('?layer-width=400&layer-height=600&font=48&bots=0');
    fireEvent.change(font, { target: { value: '480' } });
    expect(address().search).not.toContain('font');
    expect(screen.getByRole('link', { name: 'Or drag this into OBS' }).getAttribute('href')).toContain(
      '&layer-name=Fanfare%20chat',
    );
  });

  it('has a preview that follows the settings', async () => {
    const page = await open();
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(preview.getAllByText('!fan').length).toBeGreaterThan(0);
    await page.user.click(screen.getByRole('switch', { name: 'Commands such as !fan' }));
    expect(preview.queryByText('!fan')).toBeNull();
  });

  it('says that the overlay of a hidden number of viewers is empty', async () => {
    const page = await open({ ...FAN_CHANNEL, viewers: undefined });
    await page.user.click(await screen.findByRole('tab', { name: 'Viewers' }));
    await screen.findByText('You hide your viewer count, so this overlay stays empty.');
    expect(document.querySelector('[data-overlay=viewers]')).toBeNull();
  });
});
