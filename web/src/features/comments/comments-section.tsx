import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CommentOrder, CommentWriters } from '#shared/community/comments.ts';
import { useWithoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { toastFailed } from '#web/ui/overlays/toast.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadMore } from '#web/ui/states/growing-list.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { CommentEntry, type CommentSubject, type ReportComment } from './comment-entry.tsx';
import { CommentForm } from './comment-form.tsx';
import { commentedOf, commentsIn, commentsQuery, useCommentSettings } from './comments.queries.ts';
import { Replies } from './replies.tsx';

interface CommentsSectionProps {
  readonly subject: CommentSubject;
  /** Whether the channel is the reader's. */
  readonly isOwn: boolean;
  readonly onReport: ReportComment;
}

/** The comments under a video or clip. */
export function CommentsSection({ subject, isOwn, onReport }: CommentsSectionProps) {
  const of = commentedOf(subject);
  const [order, setOrder] = useState<CommentOrder>('newest');
  const list = useInfiniteQuery(commentsQuery(of, order));
  const box = useRef<HTMLUListElement>(null);
  const [first] = list.data?.pages ?? [];
  const comments = useWithoutHidden(commentsIn(list.data?.pages ?? []));
  const { writers = 'everyone', is_moderator = false } = first ?? {};
  const isKnown = first?.total && comments.length === first.total;
  return (
    <Section
      isPart
      title={isKnown ? t('comments.headingCount', { count: comments.length }) : t('comments.heading')}
    >
      <Loaded query={list} failure={t('comments.loadFailed')} isInCard>
        {() => (
          <div className="space-y-6">
            {isOwn && <Writers writers={writers} />}
            {writers === 'off' ? (
              <p className="text-soft">{t('comments.off')}</p>
            ) : (
              <>
                <CommentForm
                  thread={of}
                  label={t('comments.write')}
                  send={t('comments.send')}
                  isForFollowers={writers === 'followers' && !is_moderator}
                />
                {(comments.length > 1 || list.hasNextPage) && <Order order={order} onChange={setOrder} />}
                {comments.length === 0 && !list.hasNextPage && (
                  <p className="text-soft">{t('comments.none')}</p>
                )}
                <ul ref={box} className="space-y-6 empty:hidden">
                  {comments.map((comment) => (
                    <CommentEntry
                      key={comment.id}
                      comment={comment}
                      subject={subject}
                      isModerator={is_moderator}
                      onReport={onReport}
                    >
                      <Replies
                        comment={comment}
                        subject={subject}
                        isModerator={is_moderator}
                        onReport={onReport}
                      />
                    </CommentEntry>
                  ))}
                </ul>
                <LoadMore
                  visible={comments.length}
                  box={box}
                  entry=":scope > li > div > p:first-child > a"
                  list={list}
                />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

interface OrderProps {
  readonly order: CommentOrder;
  readonly onChange: (order: CommentOrder) => void;
}

function Order({ order, onChange }: OrderProps) {
  return (
    <div role="group" aria-label={t('comments.order')} className="-ms-3 flex gap-1">
      {(['newest', 'best'] as const).map((one) => (
        <Button
          key={one}
          variant="ghost"
          size="sm"
          aria-pressed={order === one}
          className="aria-pressed:text-accent"
          onClick={() => onChange(one)}
        >
          {one === 'newest' ? t('comments.newest') : t('comments.best')}
        </Button>
      ))}
    </div>
  );
}

const CHOICES = [
  { value: 'everyone', text: t('comments.writersEveryone') },
  { value: 'followers', text: t('comments.writersFollowers') },
  { value: 'off', text: t('comments.writersOff') },
] as const satisfies readonly { readonly value: CommentWriters; readonly text: string }[];

/** Of all videos and clips of the channel. */
function Writers({ writers }: { readonly writers: CommentWriters }) {
  const { mutate, isPending, variables } = useCommentSettings();
  return (
    <div className="max-w-sm">
      <SelectField
        label={t('comments.writers')}
        options={CHOICES}
        value={isPending ? variables : writers}
        disabled={isPending}
        onChange={({ target }) =>
          mutate(target.value as CommentWriters, {
            onError: (error) => toastFailed(t('comments.settingFailed'), error),
          })
        }
      />
    </div>
  );
}
