import { expect, it } from 'vitest';
import { lastPictures } from '#web/features/channels/live-preview.tsx';
import { previewUrls } from '#web/features/videos/lists/video-preview.tsx';
import { aChannel } from '../support/channel.ts';

const START = '2026-11-20T10:00:00.000Z';
const after = (seconds: number) => Date.parse(START) + seconds * 1000;
const ofIvs = aChannel('ada', {
  live_thumbnail_url: '/ivs/v1/a/media/latest_thumbnail/thumb.jpg',
  recording_started_at: START,
});

it('a camera’s last pictures are those of the slots before the latest', () => {
  const channel = aChannel('ada', { live_thumbnail_url: '/media/a/picture-000120.jpg' });
  const slots = ['000070', '000080', '000090', '000100', '000110', '000120'];
  expect(lastPictures(channel, 0)).toEqual(slots.map((slot) => `/media/a/picture-${slot}.jpg`));
  const compatible = aChannel('ada', { live_thumbnail_url: '/media/a/shown-000010.0000000.jpg' });
  expect(lastPictures(compatible, 0)).toEqual([
    '/media/a/shown-000000.0000000.jpg',
    '/media/a/shown-000010.0000000.jpg',
  ]);
  const early = aChannel('ada', { live_thumbnail_url: '/media/a/picture-000010.jpg' });
  expect(lastPictures(early, 0)).toEqual(['/media/a/picture-000000.jpg', '/media/a/picture-000010.jpg']);
});

it('a recording’s last pictures follow from the time since its beginning', () => {
  const pictures = [2, 3, 4, 5, 6, 7].map((index) => `/ivs/v1/a/media/thumbnails/thumb${index}.jpg`);
  expect(lastPictures(ofIvs, after(239))).toEqual(pictures);
  expect(lastPictures(ofIvs, after(10))).toEqual(['/ivs/v1/a/media/thumbnails/thumb0.jpg']);
});

it.each([
  ['a stream that keeps no recording', { ...ofIvs, recording_started_at: undefined }],
  ['a stream without a picture', aChannel('ada')],
])('there are none of %s', (_what, channel) => {
  expect(lastPictures(channel, after(600))).toEqual([]);
});

it('a video’s pictures are at most eight, from the whole video', () => {
  const pictures = Array.from({ length: 17 }, (_, at) => ({
    startS: at,
    endS: at + 1,
    url: `${at}`,
    part: { x: 0, y: 0, width: 160, height: 90 },
  }));
  expect(previewUrls(pictures)).toEqual(['0', '2', '4', '6', '8', '10', '12', '14']);
  expect(previewUrls(pictures.slice(0, 2))).toEqual(['0', '1']);
});
