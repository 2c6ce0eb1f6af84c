import { escaped } from '../../shared/plain/markup.ts';
import type { ChannelContent } from './page.ts';
import { dataBlock } from './document-head.ts';

/** What the build writes into the document: see `playerFiles` in `web/vite.config.ts`. */
const filesOf = (html: string, name: string): readonly string[] =>
  new RegExp(`<!--${name} (.*?)-->`).exec(html)?.[1]?.split(' ') ?? [];

const preload = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}" />`;

/** Fetched after what the picture needs. */
const preloadLater = (file: string): string => preload(file).replace('/>', 'fetchpriority="low" />');

/** The script of the application, as the build writes it. */
const APPLICATION = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/**
 * The document of a channel or video: the browser fetches that screen's code along with the start, and the content is in
 * the document, so that the application need not wait for it. If there is something to play, a player stands in its place
 * and starts before the application does (`web/src/first-player.ts`). Pure.
 */
export function withFirstPlayer(html: string, content: ChannelContent | null, isVideo: boolean): string {
  const screen = filesOf(html, isVideo ? 'video' : 'channel');
  if (!content) return withPreloads(html, screen);
  const data = `<script type="application/json" id="page-data" data-page>${dataBlock(content)}</script>`;
  const [script = '', ...engine] = filesOf(html, 'first-player');
  const [, application = ''] = APPLICATION.exec(html) ?? [];
  if (!isPlayed(content) || !application) return withPreloads(html, screen).replace(ROOT, () => data + ROOT);
  return html
    .replace(APPLICATION, [script, ...engine].map(preload).join(''))
    .replace('</head>', `${preloadLater(application)}</head>`)
    .replace(ROOT, () => data + playerOf(content, script, application) + ROOT);
}

const ROOT = '<div id="root">';

const withPreloads = (html: string, files: readonly string[]): string =>
  html.replace('</head>', `${files.map(preload).join('')}</head>`);

/** Whether a picture can be expected. */
const isPlayed = ({ channel: { is_live, video_url, ingest }, video }: ChannelContent): boolean =>
  video ? video.status === 'ready' : is_live && video_url !== '' && ingest !== 'waiting';

function playerOf({ channel, video }: ChannelContent, script: string, application: string): string {
  const poster = video ? video.thumbnail_url : channel.live_thumbnail_url;
  const attributes = `playsinline${poster ? ` poster="${escaped(poster)}"` : ''}${video ? '' : ' muted autoplay'}`;
  return (
    `<div id="first-player" data-page${video ? ' data-video' : ''} data-application="${application}">` +
    `<video ${attributes}></video></div><script type="module" crossorigin src="${script}"></script>`
  );
}
