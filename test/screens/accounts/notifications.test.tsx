/** The list behind the bell. */
import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { PieceOfNews } from '#shared/people/news.ts';
import { aChannel, FAN, openScreen } from '#test/support/browser/screen.tsx';

const { id, username, display_name, avatar } = aChannel({});

const aPiece = (change: Partial<PieceOfNews>): PieceOfNews => ({
  id: `2026-11-27T10:00:00.000Z#${change.title}`,
  kind: 'reminder',
  channel: { id, username, display_name, avatar },
  title: 'Rotors',
  video_id: null,
  clip_id: null,
  change: 'moved',
  timing: null,
  event: null,
  by: null,
  at: '2026-11-27T10:00:00.000Z',
  is_read: false,
  ...change,
});

const FRIDAYS: PieceOfNews['timing'] = {
  start_date: '2026-12-04',
  start_time: '20:00',
  time_zone: 'America/New_York',
  repeat: 'weekly',
  weekdays: ['fri'],
  end_date: null,
};

it('a notification of a moved broadcast says when it takes place now', async () => {
  const news = [
    aPiece({ title: 'Rotors', timing: FRIDAYS }),
    aPiece({ title: 'Blades', change: 'cancelled' }),
  ];
  const answers = {
    'GET /news/unread': { unread: 2, push_key: '' },
    'GET /news': { news, unread: 2 },
    'POST /news/read': undefined,
  };
  const page = await openScreen('/about', { as: FAN, answers });
  const [bell] = await screen.findAllByRole('button', { name: 'Notifications: 2 unread' });
  await page.user.click(bell!);
  const moved = await screen.findByRole('menuitem', { name: /rescheduled a broadcast/ });
  expect(moved.textContent).toMatch(/Rotors.*Every Friday at .* \(America\/New York\)/);
  expect(screen.getByRole('menuitem', { name: /canceled a broadcast/ }).textContent).not.toContain('Every');
});

it('comments on a clip lead to the clip', async () => {
  const facts = { kind: 'comment', change: null, clip_id: '01KY1GTCR91CBYTP3N01HPPJGJ' } as const;
  const news = [aPiece({ ...facts, title: 'Five seconds of it' })];
  const answers = { 'GET /news': { news, unread: 1 }, 'POST /news/read': undefined };
  const page = await openScreen('/about', { as: FAN, answers });
  const [bell] = await screen.findAllByRole('button', { name: /^Notifications/ });
  await page.user.click(bell!);
  const comments = await screen.findByRole('menuitem', { name: /New comments on a clip.*Five seconds/ });
  expect(comments.getAttribute('href')).toBe(`/clip/${facts.clip_id}`);
});

it('a decision of moderators says what it is about, and leads there', async () => {
  const decision = { kind: 'moderation', change: null } as const;
  const news = [
    aPiece({ ...decision, event: 'message_removed', title: 'Buy my fans' }),
    aPiece({ ...decision, event: 'suspended', title: '' }),
  ];
  const answers = { 'GET /news': { news, unread: 2 }, 'POST /news/read': undefined };
  const page = await openScreen('/about', { as: FAN, answers });
  const [bell] = await screen.findAllByRole('button', { name: /^Notifications/ });
  await page.user.click(bell!);
  const removed = await screen.findByRole('menuitem', { name: /removed your message in Gale Force's chat/ });
  expect([removed.getAttribute('href'), removed.textContent]).toEqual([
    '/channel/GaleForce',
    expect.stringContaining('Buy my fans'),
  ]);
  const suspended = screen.getByRole('menuitem', { name: /Your account was suspended/ });
  expect(suspended.getAttribute('href')).toBe('/settings');
});
