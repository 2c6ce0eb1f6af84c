import { useQuery } from '@tanstack/react-query';
import { Notices, noticesQuery } from '../../features/licences/notices.tsx';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PageText } from '../../ui/page-text.tsx';

export function LicencesPage() {
  useDocumentTitle('Licences');
  const query = useQuery(noticesQuery());
  return (
    <PageText title="Licences">
      <h2>Fanfare</h2>
      <p>© Fanfare. All rights reserved.</p>
      <h2>Open source</h2>
      <p>This site in your browser is made with the work of others, under these licences. Thank you.</p>
      <Loaded query={query} failure="The notices could not be loaded.">
        {(notices) => <Notices notices={notices} />}
      </Loaded>
    </PageText>
  );
}
