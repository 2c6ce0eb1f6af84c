import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** As text, since the page's Content-Security-Policy lets no script of others in. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that look at colours: the others find the same in the dark and in the light. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong on the page as it is: `rule: the element` each. All of its rules count, or those of colours. */
export async function violations(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const rules = which === 'all' ? null : COLOUR_RULES;
  const found = await page.evaluate(async (rules) => {
    // What a change of the colour scheme changes by script is there after a frame.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(rules && { runOnly: rules }),
    });
    return violations.map(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
    );
  }, rules);
  return found.flat().map(({ id, html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`);
}

/** Neither does axe find anything wrong on the page as it is, nor does anything reach beyond its right edge. */
export async function expectWhole(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** How many with this role and name are in Chromium's accessibility tree. */
export async function exposed(page: Page, role: string, name: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const of = { nodeId: root.nodeId, role, accessibleName: name };
    const { nodes } = await session.send('Accessibility.queryAXTree', of);
    return nodes.filter(({ ignored }) => !ignored).length;
  } finally {
    await session.detach();
  }
}
