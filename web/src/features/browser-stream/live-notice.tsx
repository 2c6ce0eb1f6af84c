import { Copy } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { LiveDot } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { uploaded } from './broadcast-words.ts';
import type { ChunkCounts } from './broadcast.ts';

interface LiveNoticeProps {
  /** `/channel/{username}`. */
  readonly channelPath: string;
  readonly chunks: ChunkCounts;
}

/** Where viewers find the broadcast, and how much of it is uploaded: specification §2 (/go-live). */
export function LiveNotice({ channelPath, chunks }: LiveNoticeProps) {
  const copy = useCopy();
  const address = new URL(channelPath, window.location.origin);
  return (
    <div data-live-notice className="rounded-md bg-success-dim p-4">
      <p className="flex items-center gap-2 text-sm font-semibold text-success">
        <LiveDot />
        You are live at
      </p>
      <div className="mt-1 flex items-center gap-2">
        <TextLink
          to={channelPath}
          target="_blank"
          rel="noopener"
          className="min-w-0 flex-1 rounded-sm font-medium wrap-anywhere text-accent hover:underline"
        >
          {address.host}
          {address.pathname}
          <span className="sr-only"> (opens in a new tab)</span>
        </TextLink>
        <IconButton label="Copy address" onClick={() => void copy(address.href)}>
          <Copy aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <p className="mt-1 text-sm text-soft tabular-nums">{uploaded(chunks)}</p>
    </div>
  );
}
