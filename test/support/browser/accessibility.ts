import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** As text, because the page's Content-Security-Policy blocks scripts of other origins. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** IBM's engine, also as text. It reports names and references that axe accepts. */
const ACE = readFileSync(
  createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'),
  'utf8',
);

/** Rules of IBM's engine that are ignored, each with the reason. */
const IGNORED_RULES = [
  // A switch is at the end of its row, after its label.
  'input_label_after',
  // A form without a name is not a landmark, so it needs no unique name (HTML Accessibility API Mappings).
  'aria_form_label_unique',
  // Computed without the image behind a text; axe checks the contrast of other texts.
  'text_contrast_sufficient',
];

interface AceResults {
  readonly results: readonly {
    readonly ruleId: string;
    readonly value: readonly [policy: string, confidence: string];
    readonly message: string;
    readonly snippet: string;
  }[];
}

/** Returns IBM's violations on the current page as `rule: element`, without {@link IGNORED_RULES}. */
export async function aceViolations(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'ace' in globalThis);
  if (!isLoaded) await page.evaluate(`${ACE}; globalThis.ace = ace;`);
  const results = await page.evaluate(async () => {
    const { ace } = globalThis as unknown as {
      ace: { Checker: new () => { check(node: Node, policies: string[]): Promise<AceResults> } };
    };
    // The page behind a dialog is hidden from everyone and cannot get the focus.
    const part = document.querySelector('[role=dialog]') ?? document;
    const { results } = await new ace.Checker().check(part, ['WCAG_2_2']);
    return results.map(({ ruleId, value, message, snippet }) => ({ ruleId, value, message, snippet }));
  });
  return results
    .filter(
      ({ ruleId, value: [policy, confidence] }) =>
        policy === 'VIOLATION' && confidence === 'FAIL' && !IGNORED_RULES.includes(ruleId),
    )
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${snippet}\n${message}`);
}

/** Rules about colours: all others have the same result in dark and light mode. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns axe's violations on the current page as `rule: element`, of all rules or of those about colours. */
export async function violations(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const rules = which === 'all' ? null : COLOUR_RULES;
  const found = await page.evaluate(async (rules) => {
    // Scripts that react to the colour scheme take effect after a frame.
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

/** Expects no violations of axe on the current page, and no content beyond its right edge. */
export async function expectWhole(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Returns how many elements with this role and name are in Chromium's accessibility tree. */
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
