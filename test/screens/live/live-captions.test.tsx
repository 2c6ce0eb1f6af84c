/** The page on which the streamer and moderators type captions of a live broadcast. */
import { screen, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { outage, refusal } from '#test/support/browser/fake-api.ts';
import { aChannel, expectToast, FAN, openScreen, press } from '#test/support/browser/screen.tsx';

const STREAM = '01J00000000000000000000000';
const LIST = 'GET /browser-stream/{stream_id}/captions';
const ADD = 'POST /browser-stream/{stream_id}/captions';
const LIVE = aChannel({
  id: FAN.id,
  username: FAN.username,
  is_live: true,
  video_url: `/api/browser-stream/${STREAM}/live.m3u8`,
});
const CUE = {
  id: '8c5f2f4e-1c39-4b7e-9d0a-3f6f0c6c8f11',
  at: '2026-11-29T08:00:00.000Z',
  duration_s: 2,
  text: 'It hums',
  language: 'en',
};

const openCaptions = (answers: object) =>
  openScreen(`/captions/${FAN.username}`, {
    as: FAN,
    answers: { 'GET /streamers/{username}': LIVE, [LIST]: { is_on: true, cues: [CUE] }, ...answers } as never,
  });

it('keeps a line that was not sent, also when the latest captions cannot be loaded', async () => {
  const page = await openCaptions({ [LIST]: outage(), [ADD]: refusal(429, 'Wait a moment.') });
  await page.user.type(await screen.findByLabelText('Caption', { selector: 'input' }), 'It turns{Enter}');
  const line = (await screen.findByText('It turns')).closest('li')!;
  within(line).getByText('Wait a moment.');
  page.api.answer({ [ADD]: CUE });
  await press(page, 'Send again');
  await expect.poll(() => page.api.sentTo(ADD).length).toBe(2);
});

it('deletes captions of everybody, and turns them off', async () => {
  const page = await openCaptions({
    'DELETE /browser-stream/{stream_id}/captions/{at}/{id}': undefined,
    'PUT /browser-stream/{stream_id}/captions/settings': refusal(409, 'The broadcast has ended.'),
  });
  await screen.findByText('It hums');
  await press(page, 'Delete “It hums”');
  await expect.poll(() => screen.queryByText('It hums')).toBeNull();
  await page.user.click(screen.getByRole('switch'));
  await expectToast('The captions could not be switched', 'The broadcast has ended.');
});
