/** Public screens whose content is no person's. A separate chunk, because most pages are of people. */
import { site } from '#messages/server/site.ts';
import type { SCREENS_WITH_HEAD } from '#shared/plain/screens.ts';
import { translator } from '#messages/translator.ts';
import { linkedScreen } from './linked-data.ts';
import { ICON, oneLine, type PageHead, type PageSite, SITE } from './page-head.ts';
import { WALL_PATH } from './page.ts';

const FANS = { title: 'fans.fans', description: 'fans.fansIntro' } as const;

/** The texts of a link to each. */
const SCREENS = {
  '/about': { title: 'about.title', description: 'about.intro' },
  '/browse': { title: 'browse.title', description: 'site.description' },
  '/fans': FANS,
  '/transparency': { title: 'transparency.title', description: 'transparency.intro' },
  [WALL_PATH]: { title: 'wall.title', description: 'wall.emptyHint' },
} as const satisfies Record<(typeof SCREENS_WITH_HEAD)[number], object>;

const isScreen = (path: string): path is keyof typeof SCREENS => Object.hasOwn(SCREENS, path);

/** The head of the screen at a path of `isSiteScreen`. Of the page of a fan only the browser knows the content. */
export function screenHead(path: string, { siteUrl, language }: PageSite): PageHead {
  const t = translator(site, language);
  const texts = isScreen(path) ? SCREENS[path] : FANS;
  const subject = {
    name: t(texts.title),
    description: oneLine(t(texts.description)),
    url: siteUrl + path,
    picture: { url: siteUrl + ICON, isWide: false },
  };
  return {
    ...subject,
    title: `${subject.name} · ${SITE}`,
    properties: { 'og:type': 'website' },
    linkedData: linkedScreen(subject),
  };
}
