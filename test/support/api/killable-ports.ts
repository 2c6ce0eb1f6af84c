import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';

/** The process is dead: nothing that it would have done happens any more. */
export class KilledError extends Error {
  override readonly name = 'KilledError';
}

export interface KillablePorts {
  readonly ports: ProcessingDeps;
  /** The calls that were made, by name. */
  readonly calls: readonly string[];
  readonly isDead: () => boolean;
}

/** What lists active broadcasts writes nothing, and what is no promise is no call of another service. */
const UNGUARDED: readonly (string | symbol)[] = ['listActive', 'findActive', 'storyboard'];

/** Ports of a process that is killed as soon as its `killAt`th call has been carried out; the answer never comes. */
export function killablePorts(ports: ProcessingDeps, killAt: number): KillablePorts {
  const calls: string[] = [];
  let isDead = false;
  const guarded = <P extends object>(name: string, port: P): P =>
    new Proxy(port, {
      get: (target, call) => {
        const method: unknown = Reflect.get(target, call);
        if (typeof method !== 'function' || UNGUARDED.includes(call)) return method;
        return async (...input: unknown[]): Promise<unknown> => {
          if (isDead) throw new KilledError(`after ${calls.at(-1)}`);
          calls.push(`${name}.${String(call)}`);
          const isLast = calls.length === killAt;
          const answer: unknown = await method.apply(target, input);
          if (isLast) isDead = true;
          if (isDead) throw new KilledError(`in ${name}.${String(call)}`);
          return answer;
        };
      },
    });
  return {
    calls,
    isDead: () => isDead,
    ports: {
      ...ports,
      broadcasts: guarded('broadcasts', ports.broadcasts),
      chunks: guarded('chunks', ports.chunks),
      windows: guarded('windows', ports.windows),
      published: guarded('published', ports.published),
      transcoder: guarded('transcoder', ports.transcoder),
      videos: guarded('videos', ports.videos),
    },
  };
}
