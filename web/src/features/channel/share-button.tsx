import { Share2 } from 'lucide-react';
import type { Channel } from '../../../../shared/streamers.ts';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { channelTitle } from './channel-title.ts';
import { share } from '../../ui/overlays/copy-and-share.ts';

/** Shares the channel's address. */
export function ShareButton({ channel }: { readonly channel: Channel }) {
  const url = () => new URL(paths.channel(channel.username), location.origin).href;
  return (
    <IconButton
      label="Share"
      variant="secondary"
      onClick={() => void share({ title: channelTitle(channel), url: url() })}
    >
      <Share2 className="size-5" />
    </IconButton>
  );
}
