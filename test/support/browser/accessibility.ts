import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** As text, since the page's Content-Security-Policy lets no script of others in. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** IBM's engine, likewise. It reports names and references that axe accepts. */
const ACE = readFileSync(
  createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'),
  'utf8',
);

/** Rules of IBM's engine that do not hold here, each for its reason. */
const IGNORED_RULES = [
  // A switch stands at the end of its row, after its label.
  'input_label_after',
  // A form without a name is no landmark, so it needs none (HTML Accessibility API Mappings).
  'aria_form_label_unique',
  // Calculated without the picture below a text; axe checks the contrast of the others.
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

/** The violations that IBM's engine finds on the page in its present state: `rule: element` each, without {@link IGNORED_RULES}. */
export async function aceViolations(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'ace' in globalThis);
  if (!isLoaded) await page.evaluate(`${ACE}; globalThis.ace = ace;`);
  const results = await page.evaluate(async () => {
    const { ace } = globalThis as unknown as {
      ace: { Checker: new () => { check(node: Node, policies: string[]): Promise<AceResults> } };
    };
    // The page behind a dialog is hidden from everybody, and no focus gets there.
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
