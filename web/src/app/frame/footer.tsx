import { Link } from 'react-router-dom';
import { useSession } from '../../lib/api/session/session.ts';
import { paths } from '../../lib/paths.ts';

/** Where the source is to be had; the operator names it when the web is built. */
const SOURCE = import.meta.env.VITE_SOURCE_URL;

const LINK =
  'rounded-sm text-center hover:text-ink hover:underline pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3';

/** What stands below every screen of the layout. */
export function Footer() {
  const isModerator = useSession()?.user.is_moderator;
  return (
    <footer className="flex flex-wrap gap-x-5 gap-y-2 border-t border-line px-4 py-4 text-sm text-soft sm:px-6">
      <span className="mr-auto">© Fanfare</span>
      <Link to={paths.about()} className={LINK}>
        About
      </Link>
      <Link to={paths.apiReference()} className={LINK}>
        API
      </Link>
      <Link to={paths.licences()} className={LINK}>
        Licences
      </Link>
      <Link to={paths.transparency()} className={LINK}>
        Transparency
      </Link>
      {isModerator && (
        <Link to={paths.moderation()} className={LINK}>
          Moderation
        </Link>
      )}
      {SOURCE && (
        <a href={SOURCE} rel="noopener" className={LINK}>
          Source
        </a>
      )}
    </footer>
  );
}
