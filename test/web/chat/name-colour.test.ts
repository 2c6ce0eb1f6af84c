import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NAME_DARK, NAME_LIGHT, nameColour } from '#web/features/chat/messages/chat-line.tsx';

const theme = readFileSync(new URL('../../../web/src/ui/theme.css', import.meta.url), 'utf8');

/** The grounds of a scheme. */
const grounds = (scheme: 'dark' | 'light') =>
  ['canvas', 'surface', 'raised'].map((name) => {
    const [, light = '', dark = ''] =
      new RegExp(`--color-${name}: light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\)`).exec(theme) ?? [];
    const hex = scheme === 'dark' ? dark : light;
    return [0, 2, 4].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255));
  });

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** OKLCH to linear sRGB, cut to what a screen shows (Björn Ottosson, "A perceptual color space"). */
function visible(lightness: number, chroma: number, hueDegrees: number): number[] {
  const a = chroma * Math.cos((hueDegrees * Math.PI) / 180);
  const b = chroma * Math.sin((hueDegrees * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)));
}

const luminance = ([red = 0, green = 0, blue = 0]: number[]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('a name’s colour', () => {
  it.each([
    ['dark', NAME_DARK],
    ['light', NAME_LIGHT],
  ] as const)(
    'has enough contrast in every hue in the %s scheme (WCAG 2.2, 1.4.3)',
    (scheme, { lightness, chroma }) => {
      const hues = Array.from({ length: 360 }, (_, hue) => hue);
      for (const ground of grounds(scheme)) {
        const worst = Math.min(...hues.map((hue) => contrast(visible(lightness, chroma, hue), ground)));
        expect(worst).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('is the same for one person in any spelling', () => {
    expect(nameColour('Ada')).toBe(nameColour('aDA'));
  });

  it('differs between similar names', () => {
    const colours = Array.from({ length: 20 }, (_, at) => nameColour(`fan_${at}`));
    expect(new Set(colours).size).toBeGreaterThan(17);
    const hues = colours.map((colour) => Number(/(\d+)\)/.exec(colour)?.[1]));
    expect(Math.max(...hues) - Math.min(...hues)).toBeGreaterThan(180);
  });
});
