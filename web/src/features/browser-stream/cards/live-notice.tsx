import { LiveDot } from '../../../ui/badge.tsx';
import { ChannelAddress } from '../../../ui/channel-address.tsx';
import { uploaded } from '../broadcast-words.ts';
import type { ChunkCounts } from '../broadcast.ts';

interface LiveNoticeProps {
  /** `/channel/{username}`. */
  readonly channelPath: string;
  readonly chunks: ChunkCounts;
}

/** Where viewers find the broadcast, and how much of it is uploaded: specification §2 (/go-live). */
export const LiveNotice = ({ channelPath, chunks }: LiveNoticeProps) => (
  <div data-live-notice className="rounded-md bg-success-dim p-4">
    <p className="flex items-center gap-2 text-sm font-semibold text-success">
      <LiveDot />
      You are live at
    </p>
    <ChannelAddress channelPath={channelPath} className="mt-1 justify-between text-base" />
    <p className="mt-1 text-sm text-soft tabular-nums">{uploaded(chunks)}</p>
  </div>
);
