import { useQuery } from '@tanstack/react-query';
import { paths } from '../app/paths.ts';
import { categoriesQuery } from '../features/categories/categories.queries.ts';
import { StreamCredentialsCard } from '../features/streaming/stream-credentials-card.tsx';
import { StreamSetupCard } from '../features/streaming/stream-setup-card.tsx';
import { useDashboard } from '../features/streaming/use-dashboard.ts';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { FailureState } from '../ui/failure-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** /go-live-advanced: specification §2 ("Go Live with Your Fan"). Needs a signed-in user; the router sees to that. */
export function GoLiveAdvancedPage() {
  useDocumentTitle('Go Live with Your Fan');
  return (
    <div className="mx-auto max-w-6xl">
      <h1 className="text-2xl font-bold">Go Live with Your Fan</h1>
      <p className="mt-1 mb-6 max-w-2xl text-soft">
        Stream with OBS or other software: create the stream here, carry its credentials over, and press start
        there. <TextLink to={paths.goLive()}>Use your camera instead</TextLink>
      </p>
      <Dashboard />
    </div>
  );
}

function Dashboard() {
  const session = useSession();
  const { query, status, form, setDraft, isLive, isBusy, create, end } = useDashboard();
  const { data: categories = [] } = useQuery(categoriesQuery());
  if (query.isPending) return <Loading />;
  if (!status) {
    return (
      <FailureState
        title="Your stream could not be loaded."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <StreamSetupCard
        form={form}
        onChange={setDraft}
        isLive={isLive}
        busy={isBusy}
        categories={categories.map(({ name }) => name)}
        onCreate={create}
        onStop={end}
      />
      <StreamCredentialsCard status={status} channelPath={paths.channel(session?.user.username ?? '')} />
    </div>
  );
}
