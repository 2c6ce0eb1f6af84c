/** Which keys are the player's, by what has the focus. */
import { afterEach, expect, it } from 'vitest';
import { isForPlayer } from '#web/features/player/commands/player-keys.ts';

afterEach(() => document.body.replaceChildren());

/** Of these keys, those that a focused element leaves to the player. */
function keysOf(selector: string): string {
  document.body.innerHTML = `
    <main id="main"><button>Follow</button><a href="/">a link</a><input><textarea></textarea><select></select>
    <div role="menu"><button data-item>Report</button></div>
    <section><button>Mute</button><div role="button">a drawn button</div><input type="range">
    <div role="slider" tabindex="0">Seek</div><a href="/x">Watch</a></section></main>`;
  const frame = document.querySelector('section')!;
  const target = document.querySelector(selector)!;
  return ['k', 'm', '?', ' ', 'ArrowLeft', 'ArrowUp']
    .filter((key) => isForPlayer({ target, key }, frame))
    .map((key) => (key === ' ' ? 'Space' : key))
    .join();
}

it.each([
  ['body', 'k,m,?,Space,ArrowLeft'],
  ['#main', 'k,m,?,Space,ArrowLeft'],
  ['main > button', 'k,m,?'],
  ['main > a', 'k,m,?'],
  ['main > input', ''],
  ['textarea', ''],
  ['select', ''],
  ['[data-item]', ''],
  ['section', 'k,m,?,Space,ArrowLeft,ArrowUp'],
  ['section > button', 'k,m,?,ArrowLeft,ArrowUp'],
  ['section > [role=button]', 'k,m,?,ArrowLeft,ArrowUp'],
  ['section > input', 'k,m,?,Space'],
  ['section > [role=slider]', 'k,m,?,Space'],
  ['section > a', 'k,m,?,Space,ArrowLeft,ArrowUp'],
])('with the focus on %s the player has %s', (selector, keys) => {
  expect(keysOf(selector)).toBe(keys);
});
