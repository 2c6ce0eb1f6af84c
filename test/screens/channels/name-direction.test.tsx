/** Names of the other direction do not reorder the text around them, and are not reordered by it (UAX #9). */
import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EverythingInSight, siteOf } from '../every-screen.ts';
import { FAN, openScreen } from '#test/support/browser/screen.tsx';

/** In an English interface it is what `_bob` is in an Arabic one. */
const NAME = '_غيل_';
const OWN = '_أنا_';
const LETTERS = /[\u0600-\u06ff]/;
const ME = { ...FAN, username: OWN, display_name: OWN };

beforeEach(() => vi.stubGlobal('IntersectionObserver', EverythingInSight));

/** Texts with a name that is neither isolated by characters nor alone in an isolating element. */
function mixedTexts(): string[] {
  const texts: string[] = [];
  const nodes = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode() as Text | null; node; node = nodes.nextNode() as Text | null) {
    const element = node.parentElement!;
    if (!LETTERS.test(node.data.replaceAll(/\u2068[^\u2069]*\u2069/g, ''))) continue;
    // The name of a language.
    if (element.localName === 'option') continue;
    const own = element.closest('bdi, [dir=auto]')?.textContent.replace('@', '').trim();
    if (own !== NAME && own !== OWN) texts.push(element.outerHTML.slice(0, 300));
  }
  return texts;
}

describe('a person’s name', () => {
  const { answers, withName } = siteOf(NAME);

  it.each(withName)('is isolated at %s', async (address) => {
    await openScreen(address, { as: ME, answers });
    const place = await screen.findByRole('main');
    await waitFor(() => expect(place.textContent).toContain(NAME));
    // What comes on demand.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(mixedTexts()).toEqual([]);
  });

  it('is isolated in suggestions, notifications and the chat’s rules', async () => {
    const page = await openScreen(`/channel/${encodeURIComponent(NAME)}`, { as: ME, answers });
    await page.user.type(await screen.findByPlaceholderText('Send a message'), '@');
    await screen.findByRole('listbox', { name: 'Suggestions' });
    expect(mixedTexts()).toEqual([]);
    await page.user.click((await screen.findAllByRole('button', { name: /^Notifications/ }))[0]!);
    await screen.findByRole('menuitem', { name: /mentioned you/ });
    expect(mixedTexts()).toEqual([]);
    await page.user.click(await screen.findByRole('button', { name: 'Chat rules' }));
    await screen.findByRole('dialog');
    expect(mixedTexts()).toEqual([]);
  });
});
