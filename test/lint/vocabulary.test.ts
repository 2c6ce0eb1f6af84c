import { expect, it } from 'vitest';
import { rejectedLines } from '#test/support/runner/planted-lines.ts';

const PLANTED = [
  'export function tellChange() {}',
  'export const wasTold = true;',
  'export const letGo = true;',
  'export interface LeavingStep { readonly name: string }',
  'export const LOOK_EVERY_MS = 100;',
  'export class Listener { #heard = 1; count() { return this.#heard; } }',
  'export const options = { making: true };',
  'export const at = (shownAt: number) => shownAt;',
  'export const whoever = 1;',
  'export class RacedError extends Error {}',
  'export const LATECOMERS_MS = 1;',
  '/** Whoever asks first. */',
  'export const one = 1; // It is made anew.',
  '/** Tells the page. */',
  '/** How the page is told. */',
  '/** So long the page waits. */',
  '/** A port that nobody uses. */',
  "it('reaches nobody', () => {});",
  "it.each([1])('is told %s', () => {});",
  "describe('what whoever calls gets', () => {});",
];

it('the linter rejects each word of the old vocabulary', async () => {
  expect(await rejectedLines('vocabulary', PLANTED)).toEqual(PLANTED);
});

it('the linter accepts fields of the contract, values, and words that only contain a rejected one', async () => {
  const plain = [
    '/** Looks up a channel, and shows it. */',
    'export const item = { is_told: true, shown_at: 1 };',
    'export const lookup = () => item.is_told;',
    "export const remaking = 'whoever is told';",
    "it('answers %s', () => find('nobody'));",
  ];
  expect(await rejectedLines('vocabulary', plain)).toEqual([]);
});
