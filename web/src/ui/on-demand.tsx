/** Lazily loaded parts of a screen. */
import { type ComponentType, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { lazyComponent, MissingCode, type OnDemand } from '#web/lib/loading/lazy-component.ts';
import { untilReachable } from '#web/lib/api/patience/reachable.ts';
import { Button } from './button.tsx';
import { Boundary } from './states/error-boundary.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';

interface Options<P> {
  /** While loading. @default nothing */
  readonly fallback?: ReactNode | ((props: P) => ReactNode);
  /** Renders nothing on failure. @default false */
  readonly isOptional?: boolean;
  /** Overlays the failure on the page, for dialogs, menus and controls. @default false */
  readonly isOverlay?: boolean;
}

type PropsOf<T> = T extends ComponentType<infer P extends object> ? P : never;

/** Loads its module when first rendered. On failure, the rest of the screen stays, with "Try again" in its place. */
export function onDemand<M extends object, N extends keyof M>(
  load: () => Promise<M>,
  name: N,
  options: Options<PropsOf<M[N]>> = {},
): OnDemand<PropsOf<M[N]>> {
  const Code = lazyComponent(load, name) as OnDemand<object>;
  const { fallback, ...failureProps } = options;
  const failed = (error: unknown, retry: () => void) => (
    <FailedPart {...failureProps} error={error} onRetry={retry} />
  );
  const Part = (props: PropsOf<M[N]>) => (
    <Boundary failed={failed}>
      <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
        <Code {...props} />
      </Suspense>
    </Boundary>
  );
  return Object.assign(Part, { prepare: Code.prepare });
}

/** `onDemand` for dialogs, menus and controls: a failure overlays the page. */
export const overlayOnDemand = <M extends object, N extends keyof M>(load: () => Promise<M>, name: N) =>
  onDemand(load, name, { isOverlay: true });

interface FailedPartProps extends Pick<Options<never>, 'isOptional' | 'isOverlay'> {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Retries missing code once when the site responds. */
function FailedPart({ error, isOptional, isOverlay, onRetry }: FailedPartProps) {
  const isWorthRetrying = error instanceof MissingCode && !error.isRepeated;
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!isWorthRetrying) return;
    const unmounted = new AbortController();
    untilReachable(unmounted.signal, () => {}).then(
      () => retry(),
      () => undefined,
    );
    return () => unmounted.abort();
  }, [isWorthRetrying]);
  if (isOptional) return null;
  const place = isOverlay ? 'fixed inset-x-4 bottom-4 z-overlay mx-auto w-fit' : '';
  return (
    <div
      role="alert"
      className={`flex items-center gap-3 rounded-md border border-line bg-surface p-3 text-sm text-ink ${place}`}
    >
      {rich('common.partLoadFailed', {
        button: (text) => (
          <Button variant="secondary" size="sm" onClick={onRetry}>
            {text}
          </Button>
        ),
      })}
    </div>
  );
}
