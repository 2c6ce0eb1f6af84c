import { describe, expect, it } from 'vitest';
import { edgeEvent, inNode, type EdgeRequest, type EdgeResponse } from '#infra/agreed/edge/edge-event.ts';
import { MEDIA_REQUEST_CODE } from '#infra/agreed/edge/media-request.ts';
import { oneInNjs } from '#test/support/site/edge/njs.ts';

const CHANNEL = '01JZ0000000000000000000001';
const ITEM = '01JZ0000000000000000000002';
const OTHER = '01JZ0000000000000000000003';
const RECORDED = 'ivs/v1/123456789012/Abc123Def456/2026/11/27/9/30/Rec0rd1ng234';

type Answer = EdgeRequest | EdgeResponse;

const answerTo = (path: string, ...denied: readonly string[]): Answer =>
  oneInNjs(MEDIA_REQUEST_CODE, edgeEvent({ request: { uri: path } }), denied);

const statusOf = (...asked: Parameters<typeof answerTo>): number | undefined => {
  const answer = answerTo(...asked);
  return 'statusCode' in answer ? answer.statusCode : undefined;
};

describe('the CloudFront function before requests for media', () => {
  it.each([
    ['a video', `/media/videos/${CHANNEL}/${ITEM}/720p_00001.m4s`, ITEM],
    ['a clip', `/media/clips/${CHANNEL}/${ITEM}/master.m3u8`, ITEM],
    ['a picture', `/media/pictures/${CHANNEL}/${ITEM}.webp`, ITEM],
    ['all of a channel', `/media/videos/${CHANNEL}/${ITEM}/720p_00001.m4s`, CHANNEL],
    ['all pictures of a channel', `/media/pictures/${CHANNEL}/${ITEM}.webp`, CHANNEL],
    ['a recording', `/${RECORDED}/media/hls/720p30/0.ts`, 'Rec0rd1ng234'],
    ['the picture of a stream', `/${RECORDED}/media/latest_thumbnail/thumb.jpg`, 'Rec0rd1ng234'],
    ['all recordings of a channel at IVS', `/${RECORDED}/media/hls/720p30/0.ts`, 'Abc123Def456'],
  ])('denies %s', (_, path, key) => {
    expect(statusOf(path, key)).toBe(404);
    expect(statusOf(path, OTHER)).toBeUndefined();
  });

  it('decodes the path as S3 does', () => {
    expect(statusOf(`/media/videos/${CHANNEL}/%30${ITEM.slice(1)}/master.m3u8`, ITEM)).toBe(404);
    expect(statusOf(`/media/videos/${CHANNEL}%2F${ITEM}%2Fmaster.m3u8`, ITEM)).toBe(404);
    expect(statusOf('/media/videos/%E0%A4%A/1', ITEM)).toBe(404);
  });

  it('is not cached', () => {
    const answer = answerTo(`/media/videos/${CHANNEL}/1`, CHANNEL);
    expect(answer.headers['cache-control']).toEqual({ value: 'no-store' });
  });

  it.each(['/media', '/media/', '/media/videos', `/media/${'x'.repeat(5000)}/${'y'.repeat(3000)}`])(
    'passes %.20s without reading an impossible key',
    async (path) => {
      const read: string[] = [];
      const exists = (key: string) => read.push(key) > 0;
      const request = edgeEvent({ request: { uri: path } });
      const run = inNode<Promise<Answer>>(MEDIA_REQUEST_CODE);
      expect(await run(request, { kvs: () => ({ exists }) })).toBe(request.request);
      expect(read).toEqual([]);
    },
  );
});
