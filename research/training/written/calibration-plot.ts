import { aiModelName } from '#domain/signals/ai-model.ts';
import type { Figures, ReliabilityPoint } from '../../evaluation/figures.ts';

const panel = { width: 220, height: 220, gap: 26, left: 44, top: 56, bottom: 44 };
const colours = { line: '#8a8f98', point: '#1f6feb', text: '#57606a', grid: '#d0d7de' };

/** Stated against real rates, one panel per duration; the diagonal is perfect calibration. SVG. */
export function calibrationPlot(figures: readonly Figures[]): string {
  const [first] = figures;
  const max = Math.max(52, ...figures.flatMap(({ reliability }) => reliability.flatMap((p) => [p.stated, p.real])));
  const to = Math.ceil((max + 1) / 5) * 5;
  const width = panel.left + figures.length * (panel.width + panel.gap);
  const height = panel.top + panel.height + panel.bottom;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="11" fill="${colours.text}">
<title>Calibration of ${first ? aiModelName(first.model) : 'a model'}</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${panel.left}" y="20" font-size="14">${first ? aiModelName(first.model) : ''}: stated (across) and real (upwards), %, kept-out bars, 95 % intervals</text>
${figures.map((f, i) => getPanel(f, panel.left + i * (panel.width + panel.gap), to)).join('\n')}
</svg>
`;
}

/** Maps percent from 48 to `to` to pixels of the panel. */
const across = (percent: number, to: number): number => ((percent - lowest) / (to - lowest)) * panel.width;
const lowest = 48;

function getPanel({ duration, reliability }: Figures, x: number, to: number): string {
  const bottom = panel.top + panel.height;
  const px = (percent: number): string => (x + across(percent, to)).toFixed(1);
  const py = (percent: number): string => (bottom - across(percent, to)).toFixed(1);
  const ticks = Array.from({ length: (to - 50) / 5 + 1 }, (_, i) => 50 + 5 * i);
  return [
    `<text x="${x}" y="${panel.top - 10}">${duration} min</text>`,
    `<rect x="${x}" y="${panel.top}" width="${panel.width}" height="${panel.height}" fill="none" stroke="${colours.grid}"/>`,
    ...ticks.map(
      (tick) =>
        `<text x="${px(tick)}" y="${bottom + 16}" text-anchor="middle">${tick}</text><text x="${x - 6}" y="${py(tick)}" text-anchor="end" dominant-baseline="middle">${tick}</text>`,
    ),
    `<line x1="${px(lowest)}" y1="${py(lowest)}" x2="${px(to)}" y2="${py(to)}" stroke="${colours.line}" stroke-dasharray="4 3"/>`,
    ...reliability.map((point) => mark(point, px, py)),
  ].join('\n');
}

type Place = (percent: number) => string;

const mark = ({ stated, real, low, high }: ReliabilityPoint, px: Place, py: Place): string =>
  `<line x1="${px(stated)}" y1="${py(Math.max(low, lowest))}" x2="${px(stated)}" y2="${py(high)}" stroke="${colours.point}"/><circle cx="${px(stated)}" cy="${py(Math.max(real, lowest))}" r="3" fill="${colours.point}"/>`;
