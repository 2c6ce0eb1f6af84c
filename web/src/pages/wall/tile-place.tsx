import type { ReactNode } from 'react';
import { ApiFailure } from '../../lib/api/api.ts';

interface TilePlaceProps {
  readonly error: unknown;
  /** What is said where there is none. */
  readonly missing: string;
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 400);

/** The place of a player that has not come, or cannot. */
export function TilePlace({ error, missing }: TilePlaceProps): ReactNode {
  return (
    <div
      role="status"
      className="grid aspect-video place-items-center bg-raised px-3 text-center text-sm text-soft sm:rounded-lg"
    >
      {isMissing(error) ? missing : error ? 'This could not be loaded. It is tried again.' : ''}
    </div>
  );
}
