import { useQuery } from '@tanstack/react-query';
import { Notices } from '../features/licences/notices.tsx';
import { noticesQuery } from '../features/licences/licences.queries.ts';
import { useDocumentTitle } from '../lib/hooks/use-document-title.ts';
import { FailureState } from '../ui/states/failure-state.tsx';
import { Loading } from '../ui/states/loading.tsx';
import { PageText } from '../ui/page-text.tsx';

/** /licences: whose this is, and the notices of what it is made of. */
export function LicencesPage() {
  useDocumentTitle('Licences');
  const { data, isPending, isFetching, refetch } = useQuery(noticesQuery());
  return (
    <PageText title="Licences">
      <h2>Fanfare</h2>
      <p>© Fanfare. All rights reserved.</p>
      <h2>Open source</h2>
      <p>This site in your browser is made with the work of others, under these licences. Thank you.</p>
      {data && <Notices notices={data} />}
      {isPending && <Loading />}
      {!data && !isPending && (
        <FailureState
          title="The notices could not be loaded."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </PageText>
  );
}
