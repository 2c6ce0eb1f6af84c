import { useEffect, useRef } from 'react';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';
import type { ChunkCounts } from '../broadcast.ts';
import { waitingOf } from '../broadcast-words.ts';
import { useShareDone } from './use-share-done.ts';

/** How far the upload is after End Stream. Takes the focus of the button that has gone. */
export function EndingProgress({ chunks }: { readonly chunks: ChunkCounts }) {
  const box = useRef<HTMLDivElement>(null);
  const waiting = waitingOf(chunks);
  const share = useShareDone(waiting);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="rounded-md bg-raised p-4">
      <p role="status" className="font-medium tabular-nums">
        {endingLine(waiting)}
      </p>
      <ProgressBar label="Upload of the last chunks" share={share} className="mt-3" />
      <p className="mt-3 text-sm text-soft">
        Nothing is lost if you leave: what is not uploaded stays in this browser, and can be finished here
        later.
      </p>
    </div>
  );
}

function endingLine(waiting: number): string {
  if (waiting === 0) return 'Ending your broadcast…';
  return waiting === 1 ? 'Uploading the last chunk…' : `Uploading the last ${waiting} chunks…`;
}
