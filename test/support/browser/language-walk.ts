import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Serves the pages of a build in a folder, instead of the site's own. */
export async function serveBuild(page: Page, folder: string): Promise<void> {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  await page.route(
    (url) => !/^\/(?:api|media|live)\//.test(url.pathname),
    (route) => {
      if (route.request().resourceType() === 'document')
        return route.fulfill({ body: html, contentType: 'text/html' });
      const { pathname } = new URL(route.request().url());
      return pathname.startsWith('/assets/')
        ? route.fulfill({ path: join(folder, pathname) })
        : route.fallback();
    },
  );
}

/** Returns texts that do not fit, and how. */
export function unfittingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const isClipped = (element: Element): boolean => {
      const { position, clipPath, overflowX } = getComputedStyle(element);
      return (
        (position === 'absolute' && clipPath !== 'none') || overflowX === 'auto' || overflowX === 'scroll'
      );
    };
    const ancestors = (element: Element): Element[] =>
      element.parentElement ? [element, ...ancestors(element.parentElement)] : [element];
    if (document.documentElement.scrollWidth > innerWidth)
      found.add(`the page is ${document.documentElement.scrollWidth - innerWidth} px too wide`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      const text = node.textContent!.trim();
      if (text === '' || /^(?:SCRIPT|STYLE|NOSCRIPT|OPTION)$/.test(element.tagName)) continue;
      // User text may be cut; screen readers' text and scrollable content may be outside.
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const around = ancestors(element);
      if (around.some((one) => isClipped(one) || one.getAttribute('dir') === 'auto')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (right - left === 0) continue;
      if (left < -1 || right > innerWidth + 1) found.add(`outside the page: ${text}`);
      const box = around.find((one) => {
        const { overflowX, overflowY } = getComputedStyle(one);
        return overflowX !== 'visible' || overflowY !== 'visible' || /^(?:BUTTON|A|LABEL)$/.test(one.tagName);
      });
      if (!box || box === document.documentElement || box === document.body) continue;
      const edge = box.getBoundingClientRect();
      if (left < edge.left - 2 || right > edge.right + 2) found.add(`cut at the side: ${text}`);
      if (getComputedStyle(box).overflowY !== 'visible' && (bottom > edge.bottom + 4 || top < edge.top - 4))
        found.add(`cut above or below: ${text}`);
    }
    return [...found];
  });
}

/** Returns a page's texts in the pseudo-language that are not from the catalogue. `known` matches users' text. */
export function untranslated(page: Page, known: RegExp): Promise<string[]> {
  return page.evaluate((source) => {
    const written = new RegExp(source, 'g');
    const found = new Set<string>();
    const check = (text: string | null): void => {
      // The pseudo-language has accents on all vowels.
      if (text && /[aeiou]/i.test(text.replaceAll(written, ''))) found.add(text.trim());
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node as Element;
      if (element.closest('script, style, noscript, code, pre, [dir=auto], [lang]:not(html), svg, time'))
        continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
        check(element.getAttribute(name));
      for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) check(child.textContent);
    }
    check(document.title);
    return [...found];
  }, known.source);
}
