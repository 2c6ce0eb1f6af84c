import { CloudOff } from 'lucide-react';
import { Component, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { mayReload, untilReachable } from '#web/lib/api/patience/reachable.ts';
import { useOnline } from '#web/lib/hooks/browser-hooks.ts';
import { MissingCode } from '#web/lib/loading/lazy-component.ts';
import { Button } from '../button.tsx';
import { FanMark } from '../fan-mark.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loading } from './loading.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface BoundaryProps {
  readonly children: ReactNode;
  /** Replaces children that threw; `retry` renders them again. */
  readonly failed: (error: unknown, retry: () => void) => ReactNode;
  /** Another one renders them again: the key of the location. */
  readonly place?: string | undefined;
}

interface BoundaryState {
  readonly error: unknown;
  readonly place?: string | undefined;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { error: null, place };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? 'nothing' };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof MissingCode) error.forget();
    document.getElementById('first-player')?.remove();
  }

  override render() {
    const { error } = this.state;
    return error === null
      ? this.props.children
      : this.props.failed(error, () => this.setState({ error: null }));
  }
}

const screenFailed: BoundaryProps['failed'] = (error, retry) =>
  error instanceof MissingCode ? (
    <MissingScreen missing={error} onRetry={retry} />
  ) : (
    <BrokenScreen onRetry={retry} />
  );

export const ErrorBoundary = ({ children, place }: Pick<BoundaryProps, 'children' | 'place'>) => (
  <Boundary failed={screenFailed} place={place}>
    {children}
  </Boundary>
);

/** Replaces a failed screen. A retry keeps what a reload would end, such as a broadcast. */
const BrokenScreen = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div role="alert" className="p-4 sm:p-6">
    <EmptyState
      level={1}
      icon={<FanMark />}
      title={t('common.somethingWentWrong')}
      action={<Button onClick={onRetry}>{t('common.tryAgain')}</Button>}
    >
      {t('common.pageCrashed')}
    </EmptyState>
  </div>
);

interface MissingScreenProps {
  readonly missing: MissingCode;
  readonly onRetry: () => void;
}

/**
 * Replaces a screen whose code is missing. Retries when the site responds, then reloads, because a deployment renamed
 * the file or the browser cached the failure.
 */
function MissingScreen({ missing, onRetry }: MissingScreenProps) {
  const isOnline = useOnline();
  const [state, setState] = useState<'asking' | 'unreachable' | 'stuck'>('asking');
  const goOn = useEffectEvent(() => {
    if (!missing.isRepeated) onRetry();
    else if (mayReload()) window.location.reload();
    else setState('stuck');
  });
  useEffect(() => {
    const unmounted = new AbortController();
    untilReachable(unmounted.signal, () => setState('unreachable')).then(
      () => goOn(),
      () => undefined,
    );
    return () => unmounted.abort();
  }, []);

  if (state === 'stuck') return <BrokenScreen onRetry={() => window.location.reload()} />;
  if (isOnline && state === 'asking') return <Loading />;
  return (
    <div role="alert" {...(!isOnline && { 'data-offline': true })}>
      <EmptyState
        level={1}
        icon={<CloudOff className="size-6" />}
        title={isOnline ? t('common.unreachable') : t('common.offline')}
        action={
          <Button variant="secondary" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('common.pageOpensLater')}
      </EmptyState>
    </div>
  );
}
