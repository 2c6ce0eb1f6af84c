import { Code } from 'lucide-react';
import { useState } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { IconButton } from '../../ui/button.tsx';

// Comes when it is asked for.
const EmbedDialog = onDemand(() => import('./embed-dialog.tsx'), 'EmbedDialog', { isOverlay: true });

/** Offers the channel's player for a page of one's own. Not on phones, on which nobody writes one, and whose row is full. */
export function EmbedChannel({ channel }: { readonly channel: Channel }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="max-sm:hidden">
      <IconButton label="Embed" variant="secondary" onClick={() => setIsShown(true)}>
        <Code className="size-5" />
      </IconButton>
      {isShown && <EmbedDialog channel={channel} onClose={() => setIsShown(false)} />}
    </span>
  );
}
