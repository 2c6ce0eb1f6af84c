import { expect, it, onTestFinished } from 'vitest';
import { IngestMeter } from '#infra/local/live-channels/ingest/ingest-meter.ts';
import type { EncoderSettings, IngestSample } from '#infra/local/live-channels/ingest/ingest-messages.ts';
import { AUDIO, multitrack, ONE_TRACK, packetOf, VIDEO } from '#test/support/media/enhanced-packets.ts';

const HEADER = [0x17, 0, 0, 0, 0, 1, 66, 0, 30, 255, 225, 0, 4, 0x67, 66, 0, 30, 1, 0, 2, 0x68, 0xce];

it('measures only video and audio of the default track', () => {
  const samples: IngestSample[] = [];
  let settings: EncoderSettings = {};
  let nowMs = 0;
  const meter = new IngestMeter({
    onSample: (sample) => samples.push(sample),
    onSettings: (said) => (settings = said),
    clock: () => nowMs,
  });
  onTestFinished(() => meter.end());
  const config = packetOf(AUDIO, 0, 0xaf, 0, 0x12, 0x10);
  const frame = packetOf(VIDEO, 0, 0x17, 1, 0, 0, 0, 0, 0, 0, 2, 0x65, 0x88);
  meter.take(packetOf(VIDEO, 0, Buffer.from(HEADER)));
  meter.take(config);
  meter.take(packetOf(AUDIO, 0, 0x95, 0x00, 'Opus', 1, 1, 2));
  meter.take(multitrack(config, { layout: ONE_TRACK, id: 1 }));
  for (const packet of [frame, multitrack(frame, { layout: ONE_TRACK, id: 1 })]) meter.take(packet);
  // No slice of a picture.
  meter.take(packetOf(VIDEO, 500, 0x17, 1, 0, 0, 0, 0, 0, 0, 2, 0x09, 0xf0));
  meter.take({ ...frame, dts: 2000 });
  nowMs = 1000;
  meter.endSample();
  expect(settings).toMatchObject({ videoCodec: 'avc', audioCodec: 'aac' });
  expect(samples).toMatchObject([{ framesPerSecond: 2, keyframeIntervalsS: [2] }]);
});
