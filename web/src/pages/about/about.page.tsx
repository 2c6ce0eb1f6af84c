import { paths } from '../../lib/paths.ts';
import {
  CHAT_MESSAGE_MAX_LENGTH,
  MAX_BROADCAST_MS,
  MAX_FOLLOWS,
  MAX_TAGS,
  MAX_UPLOAD_BYTES,
} from '../../../../shared/limits.ts';
import { formatBytes } from '../../lib/words/format-media.ts';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { PageText } from '../../ui/page-text.tsx';
import { TextLink } from '../../ui/links/links.tsx';

const BROADCAST_HOURS = MAX_BROADCAST_MS / 3_600_000;

export function AboutPage() {
  useDocumentTitle('About');
  return (
    <PageText title="About Fanfare">
      <p>
        Live streams, videos and chat for people who love fans: the kind that move air. Ceiling, box and tower
        fans, restored, measured, or simply turning.
      </p>
      <h2>Watch</h2>
      <p>
        <TextLink to={paths.browse()}>Browse</TextLink> shows who is live, and every channel. Nobody needs an
        account to watch. With one you follow channels, chat, and are told when somebody whose bell you have
        turned on goes live.
      </p>
      <h2>Go live</h2>
      <ul>
        <li>
          From this device: <TextLink to={paths.goLive()}>Go Live</TextLink>, start the camera, say what it
          shows.
        </li>
        <li>
          With OBS or any other software that speaks RTMP:{' '}
          <TextLink to={paths.goLiveAdvanced()}>create a stream</TextLink>, and give the software the address
          and the key that the page shows.
        </li>
        <li>
          Not live at all: <TextLink to={paths.upload()}>upload a video</TextLink>.
        </li>
      </ul>
      <p>When a broadcast ends, it stays on the channel as a replay.</p>
      <h2>Limits</h2>
      <ul>
        <li>A video has at most {formatBytes(MAX_UPLOAD_BYTES)}: MP4, MOV, WebM and most others.</li>
        <li>A broadcast from the camera lasts at most {BROADCAST_HOURS} hours.</li>
        <li>
          A stream has up to {MAX_TAGS} tags, a chat message up to {CHAT_MESSAGE_MAX_LENGTH} characters, and
          you follow up to {MAX_FOLLOWS} channels.
        </li>
      </ul>
    </PageText>
  );
}
