import { type Content, type Html, html } from '../../shared/markup.ts';
import { footerOf, sharedPage, statusOf, type Zone } from './layout.ts';
import type { Opened } from './opening.ts';

/** The figures of a report, without names and addresses of people. */
export interface Report {
  name: string;
  /** `Email blast`, `Page`, … */
  kind: string;
  status: string;
  /** What goes on at the moment, or went wrong. */
  notes: Content[];
  totals: [name: string, figure: string, note?: string | undefined][];
  progress?: { done: number; of: number; text: string } | undefined;
  sections: Html[];
  /** Undefined once the figures are final, or change slowly. */
  refreshSeconds?: number | undefined;
}

export interface Sheet {
  report: Report;
  workspace: string;
  zone: Zone;
  at: Date;
}

export function reportPage({ report, workspace, zone, at }: Sheet, opened: Opened): string {
  const { name, kind, status, notes, totals, progress, sections } = report;
  return sharedPage(
    `${name} · report`,
    html`<header>
<h1><bdi>${name}</bdi></h1>
<p class="about">${statusOf(status)} ${kind} of <bdi>${workspace}</bdi>, as of ${zone.time(at)} (${zone.name})</p>
${notes.map((note) => html`<p class="note">${note}</p>\n`)}${refreshing(report, opened)}
</header>
<main>
${
  progress &&
  html`<p class="progress"><progress max="${Math.max(1, progress.of)}" value="${progress.done}" aria-label="Progress"></progress> ${progress.text}</p>`
}
<dl class="totals">
${totals.map(([label, figure, note]) => html`<div><dt>${label}</dt><dd>${figure}</dd>${note && html`<dd class="share">${note}</dd>`}</div>\n`)}</dl>
${sections}
</main>
${footerOf(opened.expiresAt, zone, 'these figures')}`,
  );
}

/** A reader may stop it, since a page that loads again loses the place of a reader who is slow. */
const refreshing = ({ refreshSeconds }: Report, opened: Opened): Content =>
  refreshSeconds !== undefined &&
  (isStill(opened)
    ? html`<p class="about">This page stands still. <a href="${opened.withChoice('refresh', 'on')}">Refresh it every ${refreshSeconds} seconds</a></p>`
    : html`<p class="about">Refreshed every ${refreshSeconds} seconds. <a href="${opened.withChoice('refresh', 'off')}">Stop refreshing</a></p>`);

export const isStill = ({ choices }: Opened): boolean => choices.get('refresh') === 'off';
