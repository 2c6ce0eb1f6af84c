import { useMutation } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { EndedNews } from '../../../shared/people/news.ts';
import { ENDED_WORDS } from '../features/news/news-words.ts';
import { ApiFailure, call, detailOr } from '../lib/api/api.ts';
import { useDocumentTitle } from '../lib/hooks/use-document-title.ts';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/states/loading.tsx';

/** /news/end/…, the link of a mail: the click in the mail has ended it, and this says what. No log-in is asked for. */
export function EndedNewsPage() {
  const { token = '' } = useParams();
  useDocumentTitle('News by mail');
  const [ended, setEnded] = useState<EndedNews | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (isOn: boolean) =>
      call(isOn ? 'DELETE /news/end/{token}' : 'POST /news/end/{token}', { params: { token } }),
    onSuccess: setEnded,
  });
  useEffect(() => mutate(false), [mutate]);
  if (!ended && !error) return <Loading />;
  return (
    <div className="mx-auto max-w-lg py-12 text-center">
      <MailX className="mx-auto size-12 text-accent" />
      <h1 className="mt-4 text-2xl font-bold" aria-live="polite">
        {ended ? titleOf(ended) : 'This link ends nothing'}
      </h1>
      <p className="mt-3 text-soft">{ended ? sentenceOf(ended) : failureOf(error)}</p>
      <div className="mt-6 flex flex-wrap items-center justify-center gap-4">
        {ended && (
          <Button variant="secondary" busy={isPending} onClick={() => mutate(ended.is_ended)}>
            {ended.is_ended ? 'Turn them on again' : 'End them'}
          </Button>
        )}
        <Link to={paths.settings()} className="rounded-sm text-accent hover:underline">
          How you are told
        </Link>
      </div>
    </div>
  );
}

/** "Link not found" would help nobody. */
const failureOf = (error: unknown): string =>
  error instanceof ApiFailure && error.status === 404
    ? 'It may be too old, or was not copied whole. In your settings you can end all mails.'
    : detailOr(error, 'Please try again, or end the mails in your settings.');

const titleOf = ({ is_ended }: EndedNews): string => (is_ended ? 'Ended' : 'On again');

const sentenceOf = ({ kind, is_ended }: EndedNews): string =>
  is_ended
    ? `You will get no more mail when ${ENDED_WORDS[kind]}.`
    : `You will get mail again when ${ENDED_WORDS[kind]}.`;
