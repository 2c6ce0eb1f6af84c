/** A page whose socket was cut, and what it has missed when it is back. */
import type { Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../../shared/community/chat.ts';
import { useWorld } from '../../../support/browser/world.ts';
import type { Person } from '../../../support/site/people.ts';

const world = useWorld();
let gale: Person;
let fanny: Person;
let page: Page;
let complaints: readonly string[];
let sockets: WebSocketRoute[] = [];
let isCut = false;

beforeAll(async () => {
  [gale, fanny] = (await Promise.all(['GaleForce', 'FannyFan'].map(world.person))) as [Person, Person];
  ({ page, complaints } = await world.visitor(fanny));
  await page.routeWebSocket(/./, (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  // The page tries again at once rather than in a moment of its own.
  await page.addInitScript(() => (Math.random = () => 0));
});

const chat = () => page.getByRole('complementary', { name: 'Stream Chat' });
const line = (words: string) => chat().getByRole('listitem').filter({ hasText: words });
const pinned = () => chat().getByRole('region', { name: 'Pinned message' });
const slowly = () => chat().getByRole('timer').filter({ hasText: 'you can write again in' });
const say = (author: Person, message: string) =>
  author.call('POST', `/chat/${gale.id}`, { message }) as Promise<ChatMessage>;
const lead = (method: string, path: string, body?: object) =>
  gale.call(method, `/rooms/${gale.id}${path}`, body);
const slow = (slow_mode_s: number) =>
  lead('PUT', '', { slow_mode_s, followers_only: false, links_allowed: true });

/** Neither is the page told of what happens meanwhile, nor can it ask. */
async function whileCutOff(happen: () => Promise<unknown>): Promise<void> {
  isCut = true;
  await page.route('**/api/**', (route) => route.abort());
  for (const socket of sockets) await socket.close();
  sockets = [];
  await happen();
  isCut = false;
  await page.unroute('**/api/**');
}

describe('a page whose socket was cut', () => {
  it('shows messages, pins, slow mode and removals of the meantime', async () => {
    const [spam] = [await say(gale, 'Buy my fans'), await say(fanny, 'What a breeze')];
    await page.goto('/channel/GaleForce');
    await line('Buy my fans').waitFor();
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
    // By the socket: it stands.
    const { id: message_id } = await say(gale, 'Welcome');
    await line('Welcome').waitFor();
    await whileCutOff(async () => {
      await lead('DELETE', `/messages/${spam!.id}`);
      await lead('PUT', '/pin', { message_id });
      await slow(120);
      await say(gale, 'You are back');
    });
    await line('You are back').waitFor();
    await line('Buy my fans').waitFor({ state: 'detached' });
    await pinned().getByText('Welcome').first().waitFor();
    await slowly().waitFor();
    expect(await line('What a breeze').count()).toBe(1);
  });

  it('shows nothing of a cleared chat, and its current rules', async () => {
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
    await whileCutOff(async () => {
      await lead('POST', '/clear');
      await slow(0);
    });
    await line('What a breeze').waitFor({ state: 'detached' });
    await expect.poll(() => chat().getByRole('listitem').count()).toBe(0);
    await pinned().waitFor({ state: 'detached' });
    await slowly().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
