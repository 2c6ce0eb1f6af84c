import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { tried } from '../room-entries.tsx';
import { sanctionsQuery } from '../rooms.queries.ts';

/** Who may not write, and the way back for them. */
export function SanctionList({ channelId: id }: { readonly channelId: string }) {
  const cache = useQueryClient();
  const query = useQuery(sanctionsQuery(id));
  const lift = (username: string) =>
    tried(async () => {
      await call('DELETE /rooms/{id}/sanctions/{username}', { params: { id, username } });
      await cache.invalidateQueries(sanctionsQuery(id));
    }, `${username} may write again`);
  return (
    <section>
      <h3 className="font-semibold">Who may not write</h3>
      <Loaded query={query} failure="They could not be loaded.">
        {({ sanctions, next }) => (
          <>
            {sanctions.length === 0 && <p className="text-sm text-soft">Nobody.</p>}
            <ul className="space-y-2">
              {sanctions.map(({ username, until }) => (
                <li key={username} className="flex items-center justify-between gap-4 text-sm">
                  <span className="min-w-0 truncate">
                    {username}
                    <span className="ml-2 text-soft">
                      {until === null ? 'banned' : `until ${new Date(until).toLocaleString()}`}
                    </span>
                  </span>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Let them write: ${username}`}
                    onClick={() => void lift(username)}
                  >
                    Let them write
                  </Button>
                </li>
              ))}
            </ul>
            {next !== null && <p className="text-sm text-soft">And more.</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}
