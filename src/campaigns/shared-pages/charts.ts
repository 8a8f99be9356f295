import { type Content, type Html, html } from '../../shared/markup.ts';

/* Charts as SVG, with their figures in a table below, and labels as HTML, so that they stay readable on a phone. */

export const number = (count: number): string => count.toLocaleString('en');

/** `part` of `whole`; a share below one percent is not shown as none. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  return `${percent > 0 && percent < 10 ? Math.max(0.1, Math.round(percent * 10) / 10) : Math.round(percent)}%`;
}

export interface Series {
  name: string;
  values: readonly number[];
}

/** By the order of the series: a colour, and columns for the first and lines for the others. */
const TONES = ['first', 'second', 'third'];
const HEIGHT = 100;
const STEP = 10;

/** @param labels of the points, in the order of time */
export function timeChart(title: string, labels: readonly string[], series: readonly Series[]): Html {
  const top = roundTop(Math.max(0, ...series.flatMap(({ values }) => values)));
  const y = (value: number): number => Math.round((HEIGHT - (value / top) * HEIGHT) * 100) / 100;
  const [columns, ...lines] = series as [Series, ...Series[]];
  const words = series.map(({ name, values }) => `${name} ${number(sum(values))}`).join(', ');
  const points = ({ values }: Series): string => values.map((value, at) => `${at * STEP + STEP / 2},${y(value)}`).join(' ');
  return html`<figure class="chart">
<figcaption>${title}</figcaption>
<ul class="legend">${series.map(({ name }, at) => html`<li class="${TONES[at]}">${name}</li>`)}</ul>
<div class="plot">
<div class="scale" aria-hidden="true"><span>${number(top)}</span><span>${number(top / 2)}</span><span>0</span></div>
<svg viewBox="0 0 ${labels.length * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}: ${words}. The figures are in the table below.">
${[0, HEIGHT / 2, HEIGHT].map((at) => html`<line class="grid" x1="0" x2="${labels.length * STEP}" y1="${at}" y2="${at}"/>`)}
${columns.values.map((value, at) => value > 0 && html`<rect class="first" x="${at * STEP + 1}" y="${y(value)}" width="${STEP - 2}" height="${Math.round((HEIGHT - y(value)) * 100) / 100}"/>`)}
${lines.map((line, at) => html`<polyline class="${TONES[at + 1]}" points="${points(line)}"/>`)}
</svg>
<div class="moments" aria-hidden="true">${momentsOf(labels).map((label) => html`<span>${label}</span>`)}</div>
</div>
<details><summary>The figures as a table</summary>
${table(
  ['Time', ...series.map(({ name }) => name)],
  labels.map((label, at) => [label, ...series.map(({ values }) => number(values[at] ?? 0))]),
  title,
)}
</details>
</figure>`;
}

export interface Bar {
  name: Content;
  value: number;
  /** In place of the number alone. */
  text?: string;
}

/** A table whose figures are drawn as well. */
export function barList(title: string, [nameColumn, valueColumn]: readonly [string, string], bars: readonly Bar[]): Html {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return html`<figure class="bars">
<figcaption>${title}</figcaption>
<table>
<thead class="unseen"><tr><th scope="col">${nameColumn}</th><th scope="col">${valueColumn}</th></tr></thead>
<tbody>${bars.map(
    ({
      name,
      value,
      text,
    }) => html`<tr><th scope="row"><bdi>${name}</bdi><svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="first" width="${Math.round((value / most) * 10_000) / 100}" height="4"/></svg></th><td>${text ?? number(value)}</td></tr>
`,
  )}</tbody>
</table>
</figure>`;
}

/** Scrollable by keys where it is wider than the page. */
export const table = (
  columns: readonly string[],
  rows: readonly Content[][],
  label: string,
): Html => html`<div class="scroll" role="region" aria-label="${label}, as a table" tabindex="0"><table>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>`;

/** The first, the middle and the last one: others would not fit on a phone. */
function momentsOf(labels: readonly string[]): string[] {
  const last = labels.length - 1;
  return [...new Set([0, Math.floor(last / 2), last])].map((at) => labels[at] as string);
}

/** The next of 2, 4, 10, 20, 40, 100, …, whose half is whole. */
function roundTop(most: number): number {
  for (let power = 1; ; power *= 10) for (const step of [2, 4, 10]) if (step * power >= most) return step * power;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
