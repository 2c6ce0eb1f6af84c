import { useEffect, useState } from 'react';
import { type Media, useMedia } from '../commands/media.ts';
import type { LiveSteering } from '../engine/steering.ts';

/** Less than this is the network's, not the viewer's. */
const BEHIND_FROM_S = 3;
const LOOK_EVERY_MS = 500;

/** "LIVE", or how far behind the viewer is; a press returns to the live picture. */
export function LiveButton({ live, media }: { readonly live: LiveSteering; readonly media: Media }) {
  const behindS = useBehind(live);
  const isBehind = behindS >= BEHIND_FROM_S;
  const isPaused = useMedia(media, ({ mediaPaused = false }) => mediaPaused);
  return (
    <button
      type="button"
      onClick={live.goLive}
      disabled={!isBehind}
      data-behind={Math.round(behindS)}
      title={isBehind ? 'Return to the live picture' : undefined}
      className="flex h-10 items-center gap-2 rounded-md px-2 text-sm font-semibold text-white enabled:hover:bg-white/15 focus-visible:outline-white disabled:cursor-default"
    >
      <span
        className={`rounded-sm px-1.5 py-0.5 text-xs font-bold ${isBehind || isPaused ? 'bg-white/25' : 'bg-live'}`}
      >
        LIVE
      </span>
      {isBehind && <span className="tabular-nums">{`behind live by ${Math.round(behindS)} s`}</span>}
    </button>
  );
}

function useBehind(live: LiveSteering): number {
  const [behindS, setBehindS] = useState(0);
  useEffect(() => {
    const look = () => setBehindS(live.behindS());
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [live]);
  return behindS;
}
