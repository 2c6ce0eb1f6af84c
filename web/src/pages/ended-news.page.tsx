import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { useLocation, useParams } from 'react-router-dom';
import { Link } from '#web/ui/links/link.tsx';
import type { EndedNews } from '#shared/people/news.ts';
import { isNotFound, call, detailOr } from '#web/lib/api/api.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** /news/end#…, the link of a mail. Confirms first, because mail scanners open links. Needs no log-in. */
export function EndedNewsPage() {
  const { hash } = useLocation();
  const { token = hash.slice(1) } = useParams();
  useDocumentTitle(t('endedNews.title'));
  const cache = useQueryClient();
  const queryKey = ['news', 'end', token];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('POST /news/end', { body: { token }, signal }),
  });
  const change = useMutation({
    mutationFn: (is_ended: boolean) => call('POST /news/end', { body: { token, is_ended } }),
    onSuccess: (ended) => cache.setQueryData(queryKey, ended),
  });
  const { data: ended } = query;
  const error = change.error ?? query.error;
  if (!ended && !error) return <Loading />;
  return (
    <div className="mx-auto max-w-lg py-12 text-center">
      <MailX className="mx-auto size-12 text-accent" />
      <h1 className="mt-4 text-2xl font-bold" aria-live="polite">
        {ended ? titleOf(ended, change.isSuccess) : t('endedNews.linkFailed')}
      </h1>
      <p className="mt-3 text-soft">{ended ? sentenceOf(ended, change.isSuccess) : failureOf(error)}</p>
      {ended && change.error && <p className="mt-3 text-danger">{failureOf(change.error)}</p>}
      <div className="mt-6 flex flex-wrap items-center justify-center gap-4">
        {ended && (
          <Button
            variant={ended.is_ended ? 'secondary' : 'primary'}
            busy={change.isPending}
            onClick={() => change.mutate(!ended.is_ended)}
          >
            {ended.is_ended ? t('endedNews.resubscribe') : t('endedNews.unsubscribe')}
          </Button>
        )}
        <Link to={paths.settings()} className="rounded-sm text-accent hover:underline">
          {t('news.settings')}
        </Link>
      </div>
    </div>
  );
}

/** The API's "Link not found" would not help users. */
const failureOf = (error: unknown): string =>
  isNotFound(error) ? t('endedNews.linkFailedHint') : detailOr(error, t('endedNews.failedHint'));

const titleOf = ({ is_ended }: EndedNews, isChanged: boolean): string => {
  if (is_ended) return t('endedNews.unsubscribed');
  return isChanged ? t('endedNews.subscribedAgain') : t('endedNews.unsubscribeTitle');
};

const sentenceOf = ({ kind, is_ended }: EndedNews, isChanged: boolean): string => {
  if (is_ended) return t('endedNews.unsubscribedFrom', { kind });
  return isChanged ? t('endedNews.subscribedAgainTo', { kind }) : t('endedNews.subscribedTo', { kind });
};
