import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Sanction } from '../../../../../../shared/community/rooms.ts';
import { call } from '../../../../lib/api/api.ts';
import { formatMoment } from '../../../../lib/words/format-media.ts';
import { Button } from '../../../../ui/button.tsx';
import { LoadMore } from '../../../../ui/states/growing-list.tsx';
import { Loaded } from '../../../../ui/states/loaded.tsx';
import { tried } from '../room-entries.tsx';
import { sanctionsQuery } from '../../rooms.queries.ts';

export function SanctionList({ channelId: id }: { readonly channelId: string }) {
  const cache = useQueryClient();
  const query = useInfiniteQuery(sanctionsQuery(id));
  const box = useRef<HTMLUListElement>(null);
  const lift = (username: string) =>
    tried(async () => {
      await call('DELETE /rooms/{id}/sanctions/{username}', { params: { id, username } });
      await cache.invalidateQueries(sanctionsQuery(id));
    }, `${username} may write again`);
  return (
    <section>
      <h3 className="font-semibold">Who may not write</h3>
      <Loaded query={query} failure="They could not be loaded." isInCard>
        {({ pages }) => {
          const sanctions = pages.flatMap((page) => page.sanctions);
          if (sanctions.length === 0 && !query.hasNextPage)
            return <p className="text-sm text-soft">Nobody.</p>;
          return (
            <>
              <ul ref={box} className="space-y-2">
                {sanctions.map((one) => (
                  <Silenced key={one.username} sanction={one} onLift={() => void lift(one.username)} />
                ))}
              </ul>
              <LoadMore what="people" visible={sanctions.length} box={box} entry="button" list={query} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

interface SilencedProps {
  readonly sanction: Sanction;
  readonly onLift: () => void;
}

function Silenced({ sanction: { username, until }, onLift }: SilencedProps) {
  return (
    <li className="flex items-center justify-between gap-4 text-sm">
      <span className="flex min-w-0 flex-wrap gap-x-2">
        <span className="truncate">{username}</span>
        <span className="text-soft">{until === null ? 'banned' : `until ${formatMoment(until)}`}</span>
      </span>
      <Button variant="ghost" size="sm" aria-label={`Let them write: ${username}`} onClick={onLift}>
        Let them write
      </Button>
    </li>
  );
}
