/** Components whose code comes when it is needed. `React.lazy` would remember for ever that it once did not come. */
import { type ComponentType, type ReactNode, createElement, use } from 'react';
import { repeatable } from './repeatable-import.ts';

/** The code of a component did not come: the network is away, or a newer version has taken its place. */
export class MissingCode extends Error {
  /** It was asked for again, and did not come either. */
  readonly isRepeated: boolean;
  /** Has the next rendering ask again. */
  readonly forget: () => void;

  constructor(isRepeated: boolean, forget: () => void, cause: unknown) {
    super('Missing code', { cause });
    this.isRepeated = isRepeated;
    this.forget = forget;
  }
}

export interface OnDemand<P> {
  (props: P): ReactNode;
  /** Fetches the code ahead of need; that it does not come is no matter yet. */
  readonly prepare: () => Promise<void>;
}

type PropsOf<T> = T extends ComponentType<infer P extends object> ? P : never;

/**
 * A component that suspends until its module is loaded, and throws `MissingCode` to the nearest error boundary: for screens.
 * A part of a screen is made by `onDemand` (ui/on-demand.tsx), which handles both itself.
 */
export function lazyComponent<M extends object, N extends keyof M>(
  load: () => Promise<M>,
  name: N,
): OnDemand<PropsOf<M[N]>> {
  type P = PropsOf<M[N]>;
  const loadAgain = repeatable(load);
  let come: ComponentType<P> | null = null;
  let coming: Promise<ComponentType<P>> | null = null;
  let hasFailed = false;

  const forget = () => {
    hasFailed = true;
    coming = null;
  };
  const ask = async () => {
    try {
      // A file that several components share may name them otherwise than their modules do.
      come = ((await loadAgain())[name] as ComponentType<P> | undefined) ?? null;
      if (!come) throw new Error(`No ${String(name)}`);
      hasFailed = false;
      return come;
    } catch (cause) {
      throw new MissingCode(hasFailed, forget, cause);
    }
  };
  const prepare = async () => {
    await (coming ??= ask()).catch(() => (coming = null));
  };

  function Part(props: P) {
    // Of a promise React asks at least once whether it is kept, and shows what stands in for the component meanwhile.
    return createElement(come ?? use((coming ??= ask())), props);
  }
  return Object.assign(Part, { prepare });
}
