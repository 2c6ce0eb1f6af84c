import type { Ingest } from '../../../../shared/channels/streamers.ts';
import { FanMark } from '../../ui/fan-mark.tsx';

/** Whether the encoder's picture arrives; read out when that changes. */
export function EncoderStatus({ ingest }: { readonly ingest: Ingest | null }) {
  const isReceiving = ingest === 'receiving';
  return (
    <div
      role="status"
      data-ingest={ingest ?? undefined}
      className={`flex items-center gap-3 rounded-md p-3 ${isReceiving ? 'bg-success-dim' : 'bg-raised'}`}
    >
      <FanMark
        spinning={isReceiving}
        className={`size-6 shrink-0 ${isReceiving ? 'text-success' : 'text-soft'}`}
      />
      <div className="min-w-0">
        <p className={`text-sm font-semibold ${isReceiving ? 'text-success' : ''}`}>
          {isReceiving ? 'Encoder connected' : 'Waiting for your encoder'}
        </p>
        <p className="text-sm text-soft">
          {isReceiving
            ? 'Your picture is on the air.'
            : 'Start streaming in your software; this changes by itself.'}
        </p>
      </div>
    </div>
  );
}
