import { Code } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { IconButton } from '../../ui/button.tsx';

// Comes when it is asked for.
const EmbedDialog = onDemand(() => import('./embed-dialog.tsx'), 'EmbedDialog');

/** Offers the channel's player for a page of one's own. Not on phones, on which nobody writes one, and whose row is full. */
export function EmbedChannel({ channel }: { readonly channel: Channel }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="max-sm:hidden">
      <IconButton label="Embed" variant="secondary" onClick={() => setIsShown(true)}>
        <Code className="size-5" />
      </IconButton>
      <Suspense>{isShown && <EmbedDialog channel={channel} onClose={() => setIsShown(false)} />}</Suspense>
    </span>
  );
}
