/** What the build writes into the document: see `channelFiles` in `web/vite.config.ts`. */
const CHANNEL_FILES = /<!--channel (.*?)-->/;

/**
 * The document for a channel's page: the browser fetches that screen's code beside the start, which would ask for it when
 * it runs. Pure.
 */
export const documentWithPreloads = (html: string): string =>
  html.replace(CHANNEL_FILES, (_, files: string) =>
    files
      .split(' ')
      .map((file) => `<link rel="modulepreload" crossorigin href="${file}" />`)
      .join(''),
  );
