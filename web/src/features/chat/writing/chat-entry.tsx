import type { ComponentProps } from 'react';
import { useSession } from '#web/lib/api/session/session.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { ChatComposer } from './chat-composer.tsx';

const load = () => import('./silenced.tsx');
const Silenced = onDemand(load, 'Silenced');
const Appeal = onDemand(load, 'Appeal');
const Suspended = onDemand(load, 'Suspended');

/** The message field, or why the reader may not write. A hidden field keeps its draft. */
export function ChatEntry(props: ComponentProps<typeof ChatComposer>) {
  const { silenced } = props.turn;
  const suspension = useSession()?.user.suspension;
  return (
    <>
      {suspension && <Suspended suspension={suspension} />}
      <div role="status">{silenced && <Silenced silenced={silenced} />}</div>
      {silenced?.appeal === 'possible' && <Appeal channelId={props.channelId} />}
      <div hidden={silenced !== null || suspension !== undefined}>
        <ChatComposer {...props} />
      </div>
    </>
  );
}
