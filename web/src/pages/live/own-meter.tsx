import type { Channel } from '#shared/channels/channels.ts';
import { SEGMENT_MS } from '#shared/limits.ts';
import type { Broadcast } from '#web/features/browser-stream/use-broadcast.ts';
import { LiveMeter } from '#web/features/meter/live/live-meter.tsx';
import { useSetChannel } from '#web/features/channels/channels.queries.ts';

interface OwnMeterProps {
  readonly broadcast: Pick<Broadcast, 'state' | 'sound'>;
  readonly channel: Channel | undefined;
}

export function OwnMeter({ broadcast: { state, sound }, channel }: OwnMeterProps) {
  const { phase, way, streamId, chunks } = state;
  const isKept = phase === 'live' && way === 'direct' && streamId !== null;
  return (
    <LiveMeter
      sound={sound}
      recording={isKept ? { streamId, recordedS: (chunks.recorded * SEGMENT_MS) / 1000 } : null}
      channel={channel}
      onSaved={useSetChannel()}
    />
  );
}
