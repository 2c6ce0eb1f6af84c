import { hurriedDocument } from './hurried-document.ts';
import { pageOf, type Page } from './page.ts';
import type { PagesPorts } from './ports.ts';

/** Whether a page shows something; `unknown` where that cannot be read now. */
export type Presence = 'there' | 'missing' | 'unknown';

export interface OpenedPage {
  readonly html: string;
  readonly presence: Presence;
}

/**
 * The document for the page at `path`, and whether there is what it shows to everybody. What is told of a page within
 * its document is to be written here. Throws where the document cannot be read.
 */
export async function openPage(ports: PagesPorts, path: string): Promise<OpenedPage> {
  const page = pageOf(path);
  const [presence, html] = await Promise.all([presenceOf(ports, page), ports.readDocument()]);
  const isChannel = page !== null && page.videoId === undefined && page.part === undefined;
  return { html: isChannel ? hurriedDocument(html) : html, presence };
}

/** People come before statuses: they get the page, and the page finds out for itself. */
async function presenceOf(ports: PagesPorts, page: Page | null): Promise<Presence> {
  if (!page) return 'missing';
  try {
    return (await isThere(ports, page)) ? 'there' : 'missing';
  } catch (error) {
    ports.report('pages.presence', error);
    return 'unknown';
  }
}

async function isThere({ hasChannel, findOpenVideo }: PagesPorts, page: Page): Promise<boolean> {
  if (page.videoId === undefined) return hasChannel(page.username);
  const video = await findOpenVideo(page.videoId);
  return video?.username.toLowerCase() === page.username.toLowerCase();
}
