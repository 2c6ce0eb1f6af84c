import { CloudOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { MissingCode } from '../../lib/on-demand.ts';
import { mayReload, untilReachable } from '../../lib/api/patience/reachable.ts';
import { useOnline } from '../../lib/hooks/use-online.ts';
import { Button } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loading } from './loading.tsx';
import { BrokenScreen } from './broken-screen.tsx';

interface MissingScreenProps {
  readonly missing: MissingCode;
  /** Asks for the screen again. */
  readonly onRetry: () => void;
}

/**
 * In place of a screen whose code did not come: asks again as soon as the site answers. What does not come then either
 * has got another name by a deployment, or its browser holds on to the failure: the document is loaded anew.
 */
export function MissingScreen({ missing, onRetry }: MissingScreenProps) {
  const isOnline = useOnline();
  const [state, setState] = useState<'asking' | 'unreachable' | 'stuck'>('asking');
  const goOn = useEffectEvent(() => {
    if (!missing.isRepeated) onRetry();
    else if (mayReload()) window.location.reload();
    else setState('stuck');
  });
  useEffect(() => {
    const leaving = new AbortController();
    untilReachable(leaving.signal, () => setState('unreachable')).then(
      () => goOn(),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);

  if (state === 'stuck') return <BrokenScreen onRetry={() => window.location.reload()} />;
  if (isOnline && state === 'asking') return <Loading />;
  return (
    <div role="alert">
      <EmptyState
        level={1}
        icon={<CloudOff className="size-6" />}
        title={isOnline ? "Fanfare can't be reached" : "You're offline"}
        action={
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        This page opens by itself when the connection is back.
      </EmptyState>
    </div>
  );
}
