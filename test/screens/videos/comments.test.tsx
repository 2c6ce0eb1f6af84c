import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Comment, CommentPage } from '#shared/community/comments.ts';
import { type Answers, refusal } from '#test/support/browser/fake-api.ts';
import { expectToast, FAN, openScreen, press } from '#test/support/browser/screen.tsx';
import { EverythingInSight } from '../every-screen.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';

const GALE = { id: '01HZZZZZZZZZZZZZZZZZZZGALE', username: 'GaleForce' };
const VIDEO = {
  ...aVideo(GALE, { id: '01HZZZZZZZZZZZZZZZZZZVIDE1', title: 'A desk fan', duration_s: 600 }),
  playback_url: null,
  status: 'ready' as const,
};
const PAGE = `/channel/GaleForce/video/${VIDEO.id}`;

const aComment = (n: number, change: Partial<Comment> = {}): Comment => ({
  id: `01HZZZZZZZZZZZZZZZZZCMMNT${n}`,
  author_id: '01HZZZZZZZZZZZZZZZZZZZZBEA',
  username: 'Bea',
  display_name: 'Bea B',
  avatar: '',
  text: `Comment ${n}`,
  created_at: '2026-11-20T10:00:00.000Z',
  revision: 0,
  likes: 0,
  is_liked: false,
  has_replies: false,
  ...change,
});
const aPage = (change: Partial<CommentPage> = {}): CommentPage => ({
  comments: [aComment(1)],
  next: null,
  total: 1,
  writers: 'everyone',
  is_moderator: false,
  ...change,
});
const answersWith = (page: CommentPage, more: Answers = {}): Answers => ({
  'GET /videos/{id}': VIDEO,
  'GET /comments/{kind}/{id}': page,
  ...more,
});
beforeEach(() => vi.stubGlobal('IntersectionObserver', EverythingInSight));

const region = (name: string | RegExp) => screen.findByRole('region', { name });

it('a comment is written, and is the first at once', async () => {
  const written = aComment(2, { author_id: FAN.id, username: FAN.username, text: 'How quiet!' });
  const answers = answersWith(aPage(), { 'POST /comments/{kind}/{id}': written });
  const page = await openScreen(PAGE, { answers, as: FAN });
  await region('1 comment');
  await page.user.type(screen.getByLabelText('Add a comment'), 'How quiet!');
  await press(page, 'Comment');
  const comments = within(await region('2 comments')).getAllByRole('listitem');
  expect(comments[0]!.textContent).toContain('How quiet!');
  expect(page.api.sentTo('POST /comments/{kind}/{id}')).toMatchObject([{ body: { text: 'How quiet!' } }]);
  expect((screen.getByLabelText('Add a comment') as HTMLTextAreaElement).value).toBe('');
});

it('a refused comment stays in the field, with the reason', async () => {
  const refused = refusal(403, 'You are banned from this chat.');
  const page = await openScreen(PAGE, {
    answers: answersWith(aPage(), { 'POST /comments/{kind}/{id}': refused }),
    as: FAN,
  });
  await region('1 comment');
  await page.user.type(screen.getByLabelText('Add a comment'), 'Hello');
  await press(page, 'Comment');
  await screen.findByText('You are banned from this chat.');
  expect((screen.getByLabelText('Add a comment') as HTMLTextAreaElement).value).toBe('Hello');
});

it('times lead to the place in the video', async () => {
  const comments = [aComment(1, { text: 'It squeaks at 3:15, not at 33:15' })];
  await openScreen(PAGE, { answers: answersWith(aPage({ comments })) });
  expect((await screen.findByRole('link', { name: '3:15' })).getAttribute('href')).toBe(`${PAGE}?t=195`);
  expect(screen.queryByRole('link', { name: '33:15' })).toBeNull();
});

it('a visitor is asked to log in, and reads on', async () => {
  const more = { ...aPage({ total: null, next: 'x' }) };
  const page = await openScreen(PAGE, { answers: answersWith(more) });
  const link = await screen.findByRole('link', { name: 'Log in to comment' });
  expect(link.getAttribute('href')).toBe('/login');
  await press(page, 'Load more');
  await waitFor(() => expect(page.api.sentTo('GET /comments/{kind}/{id}')).toHaveLength(2));
  await region('Comments');
});

it('one’s own comment can be deleted, and that of another reported', async () => {
  const comments = [aComment(2, { author_id: FAN.id, display_name: 'Fan' }), aComment(1)];
  const page = await openScreen(PAGE, {
    answers: answersWith(aPage({ comments, total: 2 }), {
      'DELETE /comments/{kind}/{id}/{comment_id}': undefined,
      'POST /reports': undefined,
    }),
    as: FAN,
  });
  await press(page, 'More options for Comment by Fan');
  expect(screen.queryByRole('menuitem', { name: 'Report' })).toBeNull();
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await expectToast('Comment deleted');
  await region('1 comment');
  await press(page, 'More options for Comment by Bea B');
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  await page.user.click(await screen.findByRole('menuitem', { name: 'Report' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.selectOptions(dialog.getByLabelText(/What/), 'spam');
  await page.user.click(dialog.getByRole('button', { name: 'Report' }));
  await waitFor(() =>
    expect(page.api.sentTo('POST /reports')).toMatchObject([
      { body: { kind: 'comment', id: VIDEO.id, message_id: comments[1]!.id, reason: 'spam' } },
    ]),
  );
});

it('one’s own comment can be edited while it is new, and says so', async () => {
  const written = { author_id: FAN.id, display_name: 'Fan' };
  const comments = [
    aComment(2, { ...written, created_at: new Date().toISOString() }),
    aComment(1, { ...written, display_name: 'Old' }),
  ];
  const edited = { ...comments[0]!, text: 'Better', revision: 1 };
  const page = await openScreen(PAGE, {
    answers: answersWith(aPage({ comments, total: 2 }), {
      'PUT /comments/{kind}/{id}/{comment_id}': edited,
    }),
    as: FAN,
  });
  await press(page, 'More options for Comment by Old');
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  await page.user.keyboard('{Escape}');
  await press(page, 'More options for Comment by Fan');
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const field = await screen.findByLabelText('Edit comment');
  await page.user.clear(field);
  await page.user.type(field, 'Better');
  await press(page, 'Save changes');
  await screen.findByText('Better');
  await screen.findByText('edited');
  expect(page.api.sentTo('PUT /comments/{kind}/{id}/{comment_id}')).toMatchObject([
    { body: { text: 'Better', revision: 0 } },
  ]);
});

it('a comment is liked at once, and the like is taken back where it fails', async () => {
  const route = 'PUT /comments/{kind}/{id}/{comment_id}/like';
  const page = await openScreen(PAGE, {
    answers: answersWith(aPage({ comments: [aComment(1, { likes: 3 })] }), {
      [route]: refusal(403, 'You are banned from this chat.'),
    }),
    as: FAN,
  });
  await press(page, 'Like 3');
  await expectToast('Your like could not be saved');
  const button = await screen.findByRole('button', { name: 'Like 3' });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  expect(page.api.sentTo(route)).toHaveLength(1);
});

it('comments are read in the other order', async () => {
  const best = aPage({ comments: [aComment(2, { likes: 3 }), aComment(1)], total: 2 });
  const page = await openScreen(PAGE, { answers: answersWith(best), as: FAN });
  await press(page, 'Best');
  await waitFor(() =>
    expect(page.api.sentTo('GET /comments/{kind}/{id}').at(-1)).toMatchObject({ query: { order: 'best' } }),
  );
});

it('a moderator deletes comments of others', async () => {
  const page = await openScreen(PAGE, { answers: answersWith(aPage({ is_moderator: true })), as: FAN });
  await press(page, 'More options for Comment by Bea B');
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeDefined();
});

it('the comments of people whom the reader hides are left out', async () => {
  const comments = [aComment(1), aComment(2, { username: 'Ada', text: 'Visible' })];
  await openScreen(PAGE, {
    answers: answersWith(aPage({ comments, total: 2 }), { 'GET /hidden-people': { usernames: ['Bea'] } }),
    as: FAN,
  });
  await screen.findByText('Visible');
  await waitFor(() => expect(screen.queryByText('Comment 1')).toBeNull());
});

it('the owner chooses who may comment', async () => {
  const answers = answersWith(aPage({ writers: 'off', comments: [], total: null }), {
    'PUT /comments/settings': ({ body }: { readonly body: unknown }) => body as { writers: 'everyone' },
  });
  const page = await openScreen(PAGE, { answers, as: { ...FAN, id: GALE.id, username: GALE.username } });
  await screen.findByText('Comments are turned off');
  expect(screen.queryByLabelText('Add a comment')).toBeNull();
  await page.user.selectOptions(
    screen.getByLabelText('Who can comment on your videos and clips'),
    'everyone',
  );
  await waitFor(() =>
    expect(page.api.sentTo('PUT /comments/settings')).toMatchObject([{ body: { writers: 'everyone' } }]),
  );
});

it('a reply is written below its comment, and reported with it', async () => {
  const answers = answersWith(aPage({ comments: [aComment(1, { has_replies: true })] }), {
    'GET /comments/{kind}/{id}/{comment_id}/replies': {
      comments: [aComment(2, { display_name: 'Ada L', username: 'Ada', text: 'So it is' })],
      next: null,
    },
    'POST /comments/{kind}/{id}/{comment_id}/replies': aComment(3, { text: 'Is it?', author_id: FAN.id }),
    'POST /reports': undefined,
  });
  const page = await openScreen(PAGE, { answers, as: FAN });
  await press(page, 'Show replies');
  await screen.findByText('So it is');
  await press(page, 'Reply');
  await page.user.type(await screen.findByLabelText('Reply to Bea B'), 'Is it?');
  await page.user.click(screen.getAllByRole('button', { name: 'Reply' }).at(-1)!);
  await screen.findByText('Is it?');
  await press(page, 'More options for Comment by Ada L');
  await page.user.click(await screen.findByRole('menuitem', { name: 'Report' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.selectOptions(dialog.getByLabelText(/What/), 'spam');
  await page.user.click(dialog.getByRole('button', { name: 'Report' }));
  const reported = { message_id: aComment(1).id, reply_id: aComment(2).id };
  await waitFor(() => expect(page.api.sentTo('POST /reports')).toMatchObject([{ body: reported }]));
});
