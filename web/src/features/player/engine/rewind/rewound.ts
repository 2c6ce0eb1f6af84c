/** What plays the past of a live stream. Loaded when a viewer rewinds. */
import { attachRewound } from './hls-rewind.ts';
import { rewindPages } from './rewind-pages.ts';

export const attachPastOf = attachRewound;

/** The pages of a source, from the site. */
export const pagesOf = (url: string) =>
  rewindPages(url, async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response.text();
  });
