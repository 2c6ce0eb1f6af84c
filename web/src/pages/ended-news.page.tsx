import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import type { EndedNews } from '../../../shared/people/news.ts';
import { ENDED_WORDS } from '../features/news/news-words.ts';
import { isNotFound, call, detailOr } from '../lib/api/api.ts';
import { useDocumentTitle } from '../lib/hooks/browser-hooks.ts';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/states/loading.tsx';

/** /news/end/…, the link of a mail. Confirms first, because mail scanners open links. Needs no log-in. */
export function EndedNewsPage() {
  const { token = '' } = useParams();
  useDocumentTitle('Email notifications');
  const cache = useQueryClient();
  const queryKey = ['news', 'end', token];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /news/end/{token}', { params: { token }, signal }),
  });
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      call(isOn ? 'DELETE /news/end/{token}' : 'POST /news/end/{token}', { params: { token } }),
    onSuccess: (ended) => cache.setQueryData(queryKey, ended),
  });
  const { data: ended } = query;
  const error = change.error ?? query.error;
  if (!ended && !error) return <Loading />;
  return (
    <div className="mx-auto max-w-lg py-12 text-center">
      <MailX className="mx-auto size-12 text-accent" />
      <h1 className="mt-4 text-2xl font-bold" aria-live="polite">
        {ended ? titleOf(ended, change.isSuccess) : 'This link does not work'}
      </h1>
      <p className="mt-3 text-soft">{ended ? sentenceOf(ended, change.isSuccess) : failureOf(error)}</p>
      {ended && change.error && <p className="mt-3 text-danger">{failureOf(change.error)}</p>}
      <div className="mt-6 flex flex-wrap items-center justify-center gap-4">
        {ended && (
          <Button
            variant={ended.is_ended ? 'secondary' : 'primary'}
            busy={change.isPending}
            onClick={() => change.mutate(ended.is_ended)}
          >
            {ended.is_ended ? 'Turn them on again' : 'Unsubscribe'}
          </Button>
        )}
        <Link to={paths.settings()} className="rounded-sm text-accent hover:underline">
          Notification settings
        </Link>
      </div>
    </div>
  );
}

/** The API's "Link not found" would not help users. */
const failureOf = (error: unknown): string =>
  isNotFound(error)
    ? 'It may be too old, or was not copied whole. You can turn off all emails in your settings.'
    : detailOr(error, 'Please try again, or turn the emails off in your settings.');

const titleOf = ({ is_ended }: EndedNews, isChanged: boolean): string => {
  if (is_ended) return 'Unsubscribed';
  return isChanged ? 'Subscribed again' : 'Unsubscribe from these emails?';
};

const sentenceOf = ({ kind, is_ended }: EndedNews, isChanged: boolean): string => {
  if (is_ended) return `You will get no more mail when ${ENDED_WORDS[kind]}.`;
  return `You ${isChanged ? 'will get mail again' : 'get mail'} when ${ENDED_WORDS[kind]}.`;
};
