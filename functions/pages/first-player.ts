import { escapeMarkup } from '#shared/plain/text/markup.ts';
import type { ChannelContent } from './page.ts';
import { dataBlock } from './document-head.ts';

/** The parts that the build writes into the document: see `playerFiles` in `web/vite.config.ts`. */
const filesOf = (html: string, name: string): readonly string[] =>
  new RegExp(`<!--${name} (.*?)-->`).exec(html)?.[1]?.split(' ') ?? [];

const preload = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}" />`;

/** Fetched after what the picture needs. */
const preloadLater = (file: string): string => preload(file).replace('/>', 'fetchpriority="low" />');

/** The script of the application, as the build writes it. */
const APPLICATION = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/**
 * The document of a channel or video: the browser fetches that screen's code along with the start, and the content is
 * in the document, so that the application need not wait for it. If there is something to play, a player is included in
 * its place and starts before the application does (`web/src/first-player.ts`). Pure.
 */
export function withFirstPlayer(html: string, content: ChannelContent | null, isVideo: boolean): string {
  const screen = filesOf(html, isVideo ? 'video' : 'channel');
  if (!content) return withPreloads(html, screen);
  const data = `<script type="application/json" id="page-data" data-page>${dataBlock(content)}</script>`;
  const page = html.replace(ROOT, () => data + ROOT);
  return (isPlayed(content) && withPlayer(page, playerOf(content))) || withPreloads(page, screen);
}

/** The document of a wall: the script reads its tiles from the address, and places a video for each. Pure. */
export const withWallPlayer = (html: string): string =>
  withPlayer(html, { attributes: 'data-wall class="wall-grid"' }) ?? html;

const ROOT = '<div id="root">';

const withPreloads = (html: string, files: readonly string[]): string =>
  html.replace('</head>', `${files.map(preload).join('')}</head>`);

/** Whether a picture can be expected. */
const isPlayed = ({ channel: { is_live, video_url, ingest }, video }: ChannelContent): boolean =>
  video ? video.status === 'ready' : is_live && video_url !== '' && ingest !== 'waiting';

/** HTML of the place for videos, and of what it needs. */
interface FirstPlayer {
  readonly attributes: string;
  readonly element?: string;
  /** In the document's head. */
  readonly playlist?: string;
}

function playerOf({ channel, video }: ChannelContent): FirstPlayer {
  const poster = video ? video.thumbnail_url : channel.live_thumbnail_url;
  const attributes = `playsinline${poster ? ` poster="${escapeMarkup(poster)}"` : ''}${video ? '' : ' muted autoplay'}`;
  return {
    attributes: `data-theater-page ${video ? 'data-video' : 'data-channel'}`,
    element: `<video ${attributes}></video>`,
    // A live stream's is requested without caches, which a preload is not.
    ...(video?.playback_url && { playlist: preloadPlaylist(video.playback_url) }),
  };
}

/** As hls.js requests it, so that its request is this one. */
const preloadPlaylist = (url: string): string =>
  `<link rel="preload" as="fetch" crossorigin href="${escapeMarkup(url)}" />`;

/** The script that starts videos comes first, and then has the application fetched. `null` if the build is another. */
function withPlayer(html: string, { attributes, element = '', playlist = '' }: FirstPlayer): string | null {
  const [script = '', ...engine] = filesOf(html, 'first-player');
  const [, application = ''] = APPLICATION.exec(html) ?? [];
  if (!application) return null;
  const place = `<div id="first-player" data-page ${attributes} data-application="${application}">${element}</div>`;
  return html
    .replace(APPLICATION, [script, ...engine].map(preload).join(''))
    .replace('</head>', () => `${playlist}${preloadLater(application)}</head>`)
    .replace(ROOT, () => `${place}<script type="module" crossorigin src="${script}"></script>${ROOT}`);
}
