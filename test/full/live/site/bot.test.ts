import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { NewAccessToken } from '#shared/people/access-tokens.ts';
import type { Session } from '#shared/people/auth.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { type RunningSite, runSite, siteFolder } from '#test/support/site/running-site.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const BOT = /```js\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/bots.md'), 'utf8'))?.[1] ?? '';
const PASSWORD = 'long enough for a robot';

const folder = siteFolder();
let site: RunningSite;
beforeAll(async () => {
  site = await runSite(folder.path);
});
afterAll(async () => {
  await site?.end('SIGTERM');
  folder.remove();
});

async function post<T>(path: string, body: object, token = ''): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return (await answer.json()) as T;
}

const signUp = (username: string) =>
  post<Session>('/api/auth/signup', { username, email: `${username}@fans.example`, password: PASSWORD });

function startBot(env: Readonly<Record<string, string>>) {
  // Of standard input, because it then finds the project's packages.
  const bot = spawn(process.execPath, ['--input-type=module', '-'], {
    cwd: ROOT,
    env: { ...process.env, SITE: site.url, ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  bot.stdin.end(BOT);
  return bot;
}

it('the example bot answers, once, by an access token', async () => {
  const streamer = await signUp('streamer');
  const viewer = await signUp('viewer');
  const expires_at = new Date(Date.now() + DAY_MS).toISOString();
  const wanted = { name: 'fan facts', scopes: ['chat:write'], expires_at, password: PASSWORD };
  const { token } = await post<NewAccessToken>('/api/auth/access-tokens', wanted, streamer.token);
  const chat = `/api/chat/${streamer.user.id}`;
  const say = (message: string) => post<ChatMessage>(chat, { message }, viewer.token);
  const history = async () => (await (await fetch(site.url + chat)).json()) as ChatMessage[];

  await say('Before the bot came: !fan');
  const bot = startBot({ CHANNEL: 'streamer', TOKEN: token });
  // The bot may have started after the question, and then waits for the next.
  await expect
    .poll(
      async () => {
        const messages = await history();
        if (!messages.some(({ via }) => via === 'fan facts')) await say('!fan').catch(() => {});
        return messages;
      },
      { interval: 3000 },
    )
    .toContainEqual(
      expect.objectContaining({
        username: 'streamer',
        badges: ['streamer', 'bot'],
        via: 'fan facts',
        reply_to: expect.objectContaining({ username: 'viewer' }) as unknown,
      }),
    );
  const messages = await history();
  const answered = messages.flatMap(({ via, reply_to }) => (via ? [reply_to?.id] : []));
  expect(new Set(answered).size).toBe(answered.length);
  const ended = once(bot, 'exit');
  bot.kill();
  await ended;
});

it('the example bot ends when its token is refused', async () => {
  const { token, user } = await signUp('quiet');
  const bot = startBot({ CHANNEL: 'quiet', TOKEN: `fanfare_pat_${'0'.repeat(26)}_${'A'.repeat(43)}` });
  // It may not have started when it is asked first.
  const asking = setInterval(() => {
    post(`/api/chat/${user.id}`, { message: '!fan' }, token).catch(() => {});
  }, 3000);
  const [code] = (await once(bot, 'exit')) as [number];
  clearInterval(asking);
  expect(code).toBe(1);
});
