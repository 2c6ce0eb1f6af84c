/** Lazily loaded components. Unlike `React.lazy`, they can retry. */
import { type ComponentType, type ReactNode, createElement, use } from 'react';
import { repeatable } from './repeatable-import.ts';

/** Code failed to load: offline, or after a deployment. */
export class MissingCode extends Error {
  /** A retry failed too. */
  readonly isRepeated: boolean;
  /** Lets the next rendering retry. */
  readonly forget: () => void;

  constructor(isRepeated: boolean, forget: () => void, cause: unknown) {
    super('Missing code', { cause });
    this.isRepeated = isRepeated;
    this.forget = forget;
  }
}

export interface OnDemand<P> {
  (props: P): ReactNode;
  /** Preloads the code. Ignores failures. */
  readonly prepare: () => Promise<void>;
}

type PropsOf<T> = T extends ComponentType<infer P extends object> ? P : never;

/**
 * Suspends until its module is loaded, and throws `MissingCode`: for screens. Parts of screens use `onDemand`
 * (ui/on-demand.tsx), which handles both.
 */
export function lazyComponent<M extends object, N extends keyof M>(
  load: () => Promise<M>,
  name: N,
): OnDemand<PropsOf<M[N]>> {
  type P = PropsOf<M[N]>;
  const retryableLoad = repeatable(load);
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  let hasFailed = false;

  const forget = () => {
    hasFailed = true;
    loading = null;
  };
  const fetchCode = async () => {
    try {
      // A shared chunk may export it under another name.
      loaded = ((await retryableLoad())[name] as ComponentType<P> | undefined) ?? null;
      if (!loaded) throw new Error(`No ${String(name)}`);
      hasFailed = false;
      return loaded;
    } catch (cause) {
      throw new MissingCode(hasFailed, forget, cause);
    }
  };
  const prepare = async () => {
    await (loading ??= fetchCode()).catch(() => (loading = null));
  };

  function Part(props: P) {
    // React suspends at least once for a promise, so a loaded component renders directly.
    return createElement(loaded ?? use((loading ??= fetchCode())), props);
  }
  return Object.assign(Part, { prepare });
}
