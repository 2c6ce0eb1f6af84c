/** Draws what an hour of one viewer costs by how many watch, whose axis is logarithmic; for light and for dark. Pure. */
import type { Counts } from './counts.ts';
import { scaleOf, WAYS, type Way } from './scale.ts';

const SIZE = { width: 860, height: 520 };
const PLOT = { left: 74, right: 640, top: 64, bottom: 440 };
/** Decades. */
const VIEWERS = { from: 2, to: 6 };
const MOST_CENTS = 14;
const CENTS_A_LINE = 2;
const POINTS_A_DECADE = 12;

export const WAY_NAMES: Readonly<Record<Way, string>> = {
  direct: 'camera, direct',
  compatible: 'camera, compatible',
  software: 'OBS, through IVS',
  video: 'videos',
};

const xOf = (viewers: number): number =>
  PLOT.left + ((Math.log10(viewers) - VIEWERS.from) / (VIEWERS.to - VIEWERS.from)) * (PLOT.right - PLOT.left);
const yOf = (cents: number): number => PLOT.bottom - (cents / MOST_CENTS) * (PLOT.bottom - PLOT.top);
const centsOf = (counts: Counts, way: Way, viewers: number): number =>
  (100 * scaleOf(counts, way, viewers).dollarsAnHour) / viewers;
const fixed = (value: number): string => value.toFixed(1);

const STYLE = `
  :root { --ground: #ffffff; --ink: #0e1a20; --soft: #4a5d68; --line: #d0dbe0; --direct: #08727c; --software: #b3202b; --compatible: #8a5a00; --video: #4b3fa8 }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #121a20; --ink: #eaf2f5; --soft: #a3b5bf; --line: #293741; --direct: #4fd1d9; --software: #ff8f8a; --compatible: #f0b849; --video: #b3a8ff }
  }
  text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: var(--soft) }
  .title { font-size: 17px; font-weight: 600; fill: var(--ink) }
  .name { font-weight: 600 }
  .grid { stroke: var(--line); stroke-width: 1 }
  .curve { fill: none; stroke-width: 2.5; stroke-linejoin: round }
${WAYS.map((way) => `  .${way} { stroke: var(--${way}) }\n  text.${way} { stroke: none; fill: var(--${way}) }`).join('\n')}
  circle { fill: var(--ground); stroke-width: 2.5 }
`;

/** SVG. A ring stands where a quota of a new account is used up. */
export function drawScale(counts: Counts): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="Cents that an hour of one viewer costs, by viewers at once, for each way">`,
    `<style>${STYLE}</style>`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" rx="12" style="fill: var(--ground)"/>`,
    `<text class="title" x="24" y="34">What an hour of one viewer costs, by how many watch at once</text>`,
    ...grid(),
    ...WAYS.map((way) => curve(counts, way)),
    ...WAYS.flatMap((way) => rings(counts, way)),
    ...names(counts),
    `<text x="${PLOT.left}" y="${SIZE.height - 16}">Rings: a quota of a new account is used up. A hundred viewers a channel; list prices of us-east-1.</text>`,
    '</svg>',
    '',
  ].join('\n');
}

const decades = Array.from({ length: VIEWERS.to - VIEWERS.from + 1 }, (_, n) => 10 ** (VIEWERS.from + n));

function grid(): string[] {
  const vertical = decades.map((viewers) => {
    const x = fixed(xOf(viewers));
    const label = viewers.toLocaleString('en-GB');
    return `<line class="grid" x1="${x}" x2="${x}" y1="${PLOT.top}" y2="${PLOT.bottom}"/><text x="${x}" y="${PLOT.bottom + 22}" text-anchor="middle">${label}</text>`;
  });
  const horizontal = Array.from({ length: MOST_CENTS / CENTS_A_LINE + 1 }, (_, n) => {
    const y = fixed(yOf(n * CENTS_A_LINE));
    return `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y}" y2="${y}"/><text x="${PLOT.left - 10}" y="${y}" dy="4" text-anchor="end">${n * CENTS_A_LINE} ¢</text>`;
  });
  const middle = fixed((PLOT.left + PLOT.right) / 2);
  return [
    ...vertical,
    ...horizontal,
    `<text x="${middle}" y="${PLOT.bottom + 44}" text-anchor="middle">viewers at once</text>`,
  ];
}

function curve(counts: Counts, way: Way): string {
  const steps = (VIEWERS.to - VIEWERS.from) * POINTS_A_DECADE;
  const points = Array.from({ length: steps + 1 }, (_, n) => {
    const viewers = 10 ** (VIEWERS.from + n / POINTS_A_DECADE);
    return `${fixed(xOf(viewers))},${fixed(yOf(centsOf(counts, way, viewers)))}`;
  });
  return `<polyline class="curve ${way}" points="${points.join(' ')}"/>`;
}

/** At the sizes at which quotas are used up, if they lie in the picture. */
function rings(counts: Counts, way: Way): string[] {
  const { bites } = scaleOf(counts, way, 10 ** VIEWERS.to);
  return bites
    .filter(({ atViewers }) => atViewers >= 10 ** VIEWERS.from && atViewers <= 10 ** VIEWERS.to)
    .map(({ quota, atViewers }) => {
      const y = yOf(centsOf(counts, way, atViewers));
      return `<circle class="${way}" cx="${fixed(xOf(atViewers))}" cy="${fixed(y)}" r="5"><title>${quota.name}: ${Math.round(atViewers).toLocaleString('en-GB')} viewers</title></circle>`;
    });
}

const NAME_APART_PX = 38;

/** Beside the curves' ends, none over another. */
function names(counts: Counts): string[] {
  const ends = WAYS.map((way) => {
    const { bites } = scaleOf(counts, way, 10 ** VIEWERS.to);
    return { way, bites, y: yOf(centsOf(counts, way, 10 ** VIEWERS.to)) };
  }).toSorted((a, b) => a.y - b.y);
  let lastY = -Infinity;
  return ends.map(({ way, bites, y }) => {
    lastY = Math.max(y, lastY + NAME_APART_PX);
    const first = bites[0] && Math.round(bites[0].atViewers);
    const bite =
      first === undefined || first > 10 ** VIEWERS.to
        ? 'no quota below'
        : `first quota at ${Number(first.toPrecision(2)).toLocaleString('en-GB')}`;
    return `<text class="name ${way}" x="${PLOT.right + 12}" y="${fixed(lastY)}" dy="4">${WAY_NAMES[way]}</text><text x="${PLOT.right + 12}" y="${fixed(lastY + 17)}" dy="4">${bite}</text>`;
  });
}
