/** What the commands of a chat do, and what they say to those who may not use them. */
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { ChatRoom, OwnRole } from '#shared/community/rooms.ts';
import { type Answers, refusal } from '#test/support/browser/fake-api.ts';
import { aChannel, expectToast, FAN, openScreen, type Screen } from '#test/support/browser/screen.tsx';

const GALE = aChannel({ is_live: false });
const PLACE: OwnRole = { role: 'viewer', silenced: null, must_follow: false, next_at: null };
const ROOM: ChatRoom = {
  slow_mode_s: 0,
  followers_only: true,
  links_allowed: false,
  pinned: null,
  moderators: [],
  rules: '',
};
const MODERATED = { ...ROOM, moderators: [FAN.username] };
const SENT: ChatMessage = {
  id: '00000000000000000000000009',
  username: FAN.username,
  message: 'waves',
  action: true,
  timestamp: new Date().toISOString(),
};

async function openChat(answers: Answers, channel = GALE): Promise<Screen> {
  const all = {
    'GET /streamers/{username}': channel,
    'GET /rooms/{id}': ROOM,
    'GET /rooms/{id}/me': PLACE,
    'POST /chat/{id}': SENT,
    ...answers,
  };
  const page = await openScreen(`/channel/${channel.username}`, { as: FAN, answers: all });
  const role =
    answers['GET /rooms/{id}'] === MODERATED || channel !== GALE ? 'Chat moderation' : 'Chat rules';
  await waitFor(() =>
    expect(chat().getByRole<HTMLButtonElement>('button', { name: role }).disabled).toBe(false),
  );
  return page;
}
const chat = () => within(screen.getByRole('complementary', { name: 'Stream Chat' }));
const field = () => chat().getByRole<HTMLTextAreaElement>('textbox', { name: 'Send a message' });

async function type(page: Screen, text: string): Promise<void> {
  await page.user.clear(field());
  await page.user.type(field(), `${text.replaceAll(/[[{]/g, '$&$&')}{Enter}`);
}
const sentMessages = (page: Screen) => page.api.sentTo('POST /chat/{id}').map(({ body }) => body);

describe('a viewer', () => {
  it.each([
    ['/ban LoudFan', 'Only the streamer and the moderators of this chat can do that.'],
    ['/title Mine', 'Only the streamer of this chat can do that.'],
    ['/bann LoudFan', 'There is no command /bann. To send a message that starts with /, type //.'],
    ['/me', 'Type it as: /me text'],
  ])('who types %s reads why it is refused, and sends nothing', async (text, reason) => {
    const page = await openChat({});
    await type(page, text);
    const alert = await chat().findByRole('alert');
    expect(alert.textContent).toBe(reason);
    expect(field().getAttribute('aria-describedby')).toContain(alert.id);
    expect(field().value).toBe(text);
    await page.user.type(field(), ' ');
    expect(chat().queryByRole('alert')).toBeNull();
    expect(page.api.requests.filter(({ route }) => !route.startsWith('GET'))).toEqual([]);
  });

  it('sends what they do, and a message that begins with a slash', async () => {
    const page = await openChat({});
    await type(page, '/me waves');
    expect((await chat().findByText('waves')).closest('em')).not.toBeNull();
    await type(page, '//ban is a command');
    await waitFor(() =>
      expect(sentMessages(page)).toEqual([
        { message: 'waves', action: true },
        { message: '/ban is a command' },
      ]),
    );
  });

  it('gets a message back as a command when it was not sent', async () => {
    const page = await openChat({ 'POST /chat/{id}': refusal(429, 'Too fast', 'too_many_requests') });
    await type(page, '/me waves');
    await expectToast('Failed to send message');
    expect(field().value).toBe('/me waves');
  });

  it('reads which commands there are, also while slow mode makes them wait', async () => {
    const next_at = new Date(Date.now() + 60_000).toISOString();
    const page = await openChat({
      'GET /rooms/{id}': { ...ROOM, slow_mode_s: 120 },
      'GET /rooms/{id}/me': { ...PLACE, next_at },
      'GET /rooms/{id}/commands': { commands: [{ name: 'fan', answer: 'Ceiling fan' }] },
    });
    await chat().findByRole('timer');
    await type(page, '/help');
    const dialog = within(await screen.findByRole('dialog', { name: 'Chat commands' }));
    dialog.getByText('/me text');
    await dialog.findByText('!fan');
    expect(dialog.queryByText(/^\/ban/)).toBeNull();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });
});

describe('a moderator', () => {
  const sanction = { username: 'LoudFan', until: null, reason: '', appeal: null };

  it('completes a command of the streamer, which is read when it is begun', async () => {
    const commands = [{ name: 'fan', answer: 'A box fan' }];
    const page = await openChat({ 'GET /rooms/{id}/commands': { commands } });
    expect(page.api.sentTo('GET /rooms/{id}/commands')).toEqual([]);
    await page.user.type(field(), '!f');
    await chat().findByRole('option', { name: '!fan' });
    await page.user.keyboard('{Tab}');
    expect(field().value).toBe('!fan ');
  });

  it('completes a command by keyboard', async () => {
    const page = await openChat({ 'GET /rooms/{id}': MODERATED });
    await page.user.type(field(), '/ti');
    expect((await chat().findByRole('option')).textContent).toBe('/timeoutname 10m reason');
    await page.user.keyboard('{Tab}');
    expect(field().value).toBe('/timeout ');
  });

  it('fills in the form of a poll', async () => {
    const page = await openChat({ 'GET /rooms/{id}': MODERATED });
    await type(page, '/poll Which fan? | Ceiling | Desk | Tower');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start a poll' }));
    const values = dialog.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
    expect(values).toEqual(['Which fan?', 'Ceiling', 'Desk', 'Tower']);
    expect(sentMessages(page)).toEqual([]);
  });

  it('times out and bans by the routes of the buttons', async () => {
    const page = await openChat({
      'GET /rooms/{id}': MODERATED,
      'PUT /rooms/{id}/sanctions/{username}': sanction,
      'DELETE /rooms/{id}/people/{username}/messages': { removed: 3, next: null },
    });
    await type(page, '/timeout @LoudFan 2h too loud');
    await expectToast('LoudFan is timed out');
    await type(page, '/ban LoudFan');
    await expectToast('LoudFan is banned', '3 messages removed');
    const sent = page.api.sentTo('PUT /rooms/{id}/sanctions/{username}');
    expect(sent.map(({ params, body }) => [params['username'], body])).toEqual([
      ['LoudFan', { minutes: 120, reason: 'too loud' }],
      ['LoudFan', { minutes: null, reason: '' }],
    ]);
    expect(sentMessages(page)).toEqual([]);
  });

  it('ends a ban, and sets slow mode without changing the rest of the mode', async () => {
    const page = await openChat({
      'GET /rooms/{id}': MODERATED,
      'DELETE /rooms/{id}/sanctions/{username}': undefined,
      'PUT /rooms/{id}': MODERATED,
    });
    await type(page, '/unban LoudFan');
    await expectToast('LoudFan can chat again');
    await type(page, '/slow 10s');
    await expectToast('Chat rules saved', 'One message every 10 seconds');
    expect(page.api.sentTo('PUT /rooms/{id}').map(({ body }) => body)).toEqual([
      { slow_mode_s: 10, followers_only: true, links_allowed: false },
    ]);
  });

  it('clears the chat after a question', async () => {
    const page = await openChat({ 'GET /rooms/{id}': MODERATED, 'POST /rooms/{id}/clear': undefined });
    await type(page, '/clear');
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear chat' }));
    expect(page.api.sentTo('POST /rooms/{id}/clear')).toEqual([]);
    await page.user.click(dialog.getByRole('button', { name: 'Clear for everyone' }));
    await expectToast('Chat cleared');
    expect(page.api.sentTo('POST /rooms/{id}/clear')).toHaveLength(1);
  });

  it('gets a command back that the server refuses', async () => {
    const page = await openChat({
      'GET /rooms/{id}': MODERATED,
      'PUT /rooms/{id}/sanctions/{username}': refusal(403, 'Moderators can’t do that', 'forbidden'),
    });
    await type(page, '/ban GaleForce');
    await expectToast('GaleForce could not be banned', 'Moderators can’t do that');
    await waitFor(() => expect(field().value).toBe('/ban GaleForce'));
  });
});

it('a moderator adds, changes and removes commands that the site answers', async () => {
  let commands = [{ name: 'fan', answer: 'Ceiling fan' }];
  const page = await openChat({
    'GET /rooms/{id}': MODERATED,
    'GET /rooms/{id}/commands': () => ({ commands }),
    'GET /rooms/{id}/acts': { acts: [], next: null },
    'GET /rooms/{id}/sanctions': { sanctions: [], next: null },
    'GET /rooms/{id}/words': { words: [] },
    'PUT /rooms/{id}/commands/{name}': ({ params, body }) => {
      const { answer } = body as { answer: string };
      if (answer.startsWith('!'))
        return refusal(400, 'Answer may not start with ! or /.', 'invalid_request', 'answer');
      const saved = { name: params['name']!, answer };
      commands = [...commands.filter(({ name }) => name !== saved.name), saved];
      return saved;
    },
    'DELETE /rooms/{id}/commands/{name}': () => void (commands = commands.slice(1)),
  });
  await page.user.click(chat().getByRole('button', { name: 'Chat moderation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Chat moderation' }));
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Command' });
  const answer = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' });
  const save = () => page.user.click(dialog.getByRole('button', { name: 'Save command' }));
  await page.user.click(await dialog.findByRole('button', { name: 'Edit: !fan' }));
  expect([name.value, answer.value, document.activeElement]).toEqual(['fan', 'Ceiling fan', answer]);
  await page.user.type(answer, ', quiet');
  await save();
  await expectToast('!fan saved');
  await dialog.findByText('Ceiling fan, quiet');
  expect(name.value).toBe('');
  await page.user.type(name, '!Box');
  await page.user.type(answer, '!fan');
  await save();
  await dialog.findByText('Answer may not start with ! or /.');
  expect(answer.getAttribute('aria-invalid')).toBe('true');
  await page.user.clear(answer);
  await page.user.type(answer, 'A box fan');
  await save();
  await dialog.findByText('A box fan');
  await page.user.click(dialog.getByRole('button', { name: 'Remove: !fan' }));
  await expectToast('!fan removed');
  await waitFor(() => expect(dialog.queryByText('Ceiling fan, quiet')).toBeNull());
  expect(commands).toEqual([{ name: 'box', answer: 'A box fan' }]);
});

it('the streamer changes title and category', async () => {
  const own = aChannel({ id: FAN.id, username: FAN.username, is_live: false });
  const page = await openChat({ 'PATCH /streamers/status': own }, own);
  await type(page, '/title Fans  at night');
  await expectToast('Saved!');
  await type(page, '/game box fans');
  await waitFor(() =>
    expect(page.api.sentTo('PATCH /streamers/status').map(({ body }) => body)).toEqual([
      { title: 'Fans  at night' },
      { game: 'Box Fans' },
    ]),
  );
});
