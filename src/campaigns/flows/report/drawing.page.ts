import type { components } from '../../../../generated/api.d.ts';
import { escapeHtml, plainPage } from '../../../shared/html.ts';
import { pageStyle } from '../../page-style.ts';
import { draw } from './drawing.layout.ts';
import { toSvg } from './drawing.svg.ts';
import { type FlowGraph, type GraphNode, withOneEntry } from './graph.ts';
import { countsText, emailText, number, percent } from './report.view.ts';

type Schemas = components['schemas'];
type StepReport = Schemas['EmailFlowStepReport'];

const { style: STYLE, source: STYLE_SOURCE } = pageStyle(new URL('drawing.style.css', import.meta.url));

/** Only this style sheet: nothing in the names of a flow can run or be fetched. */
export const PAGE_POLICY = `default-src 'none'; style-src ${STYLE_SOURCE}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const layout = (title: string, body: string): string => plainPage(title, STYLE, body);

export const messagePage = (title: string, text: string): string =>
  layout(title, `<main>\n<h1>${escapeHtml(title)}</h1>\n<p class="about">${escapeHtml(text)}</p>\n</main>`);

export interface Shown {
  graph: FlowGraph;
  report: Schemas['EmailFlowReport'];
}

export interface Times {
  now: Date;
  expiresAt: Date;
}

export const drawingPage = (
  drawing: string,
  { name, status }: Pick<Shown['report'], 'name' | 'status'>,
  { now, expiresAt }: Times,
): string =>
  layout(
    name,
    `<header>
<h1><bdi>${escapeHtml(name)}</bdi></h1>
<p class="about"><span class="status">${status}</span> as of ${timeOf(now)}</p>
</header>
<main>
${drawing}
</main>
<footer><p>This address works until ${timeOf(expiresAt)}. Whoever has it sees this flow; open it again for the figures of that moment.</p></footer>`,
  );

/** The drawing, and the same in words below. */
export function drawingOf({ graph: whole, report }: Shown): string {
  const graph = withOneEntry(whole);
  const steps = new Map(report.steps.map((step) => [step.step_id, step]));
  const figuresOf = ({ stepId }: GraphNode): string[] => {
    const step = stepId === null ? undefined : steps.get(stepId);
    return step ? [...countsText(step), ...emailText(step.email)] : [];
  };
  const { details } = report;
  const totals = {
    'Entered ever': details.total_entered,
    'Under way': details.active_count + details.waiting_count,
    Completed: details.completed_count,
    Dropped: details.dropped_count,
  };
  return `<dl class="totals">
${Object.entries(totals)
  .map(([name, count]) => `<div><dt>${name}</dt><dd>${number(count)}</dd></div>`)
  .join('\n')}
</dl>
${graph.nodes.length === 0 ? '' : canvas(toSvg(draw(graph, figuresOf), report.name))}
<h2>Step by step</h2>
${stepList(graph, steps)}
${removedList(report.steps.filter(({ removed }) => removed))}`;
}

/** As wide as the flow, and scrollable by keys. */
const canvas = (svg: string): string => `<div class="canvas" role="region" aria-label="Drawing of the flow" tabindex="0">\n${svg}\n</div>`;

const timeOf = (time: Date): string =>
  `<time datetime="${time.toISOString()}">${time.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`;

function stepList({ nodes, edges }: FlowGraph, steps: Map<string, StepReport>): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const leadsTo = (node: GraphNode): string =>
    edges
      .filter(({ from }) => from === node.id)
      .map(({ to, label }) => {
        const next = byId.get(to) as GraphNode;
        const place =
          next.kind === 'end'
            ? 'ends the flow'
            : `goes on to “<bdi>${escapeHtml(next.title)}</bdi>”${next.kind === 'missing' ? ', which is not there' : ''}`;
        return label === null ? place : `<bdi>${escapeHtml(label)}</bdi>: ${place}`;
      })
      .join('; ');
  const items = nodes
    .filter(({ kind }) => kind !== 'end' && kind !== 'missing')
    .map((node) => {
      const step = node.stepId === null ? undefined : steps.get(node.stepId);
      const says = [node.text === null ? node.look.name : escapeHtml(node.text), leadsTo(node)].filter(Boolean);
      return `<li class="${node.look.tone}"><h3><bdi>${escapeHtml(node.title)}</bdi></h3><p>${says.join('; ')}.</p>${step ? figuresList(step) : ''}</li>`;
    });
  return items.length === 0
    ? '<p class="about">Nothing lets members in, and there are no steps yet.</p>'
    : `<ol class="steps">\n${items.join('\n')}\n</ol>`;
}

function removedList(removed: StepReport[]): string {
  if (removed.length === 0) return '';
  const items = removed.map((step) => `<li><h3><bdi>${escapeHtml(step.step_id)}</bdi></h3>${figuresList(step)}</li>`);
  return `<h2>Steps that it had before</h2>\n<ul class="steps">\n${items.join('\n')}\n</ul>`;
}

function figuresList({ member_count, entered_count, left_count, failed_count, email }: StepReport): string {
  const figures: [name: string, figure: string][] = [
    ['Here', number(member_count)],
    ['Came', number(entered_count)],
    ['Left', number(left_count)],
    ['Failed', number(failed_count)],
  ];
  if (email) {
    figures.push(
      ['Emails sent', number(email.sent_count)],
      ['Delivered', number(email.delivered_count)],
      ['Opened', `${number(email.opened_count)} (${percent(email.open_rate)})`],
      ['Clicked', `${number(email.clicked_count)} (${percent(email.click_rate)})`],
      ['Bounced', number(email.bounced_count)],
      ['Spam', number(email.spam_count)],
      ['Unsubscribed', number(email.unsubscribed_count)],
      ['Held back', number(email.blocked_count)],
    );
  }
  return `<dl class="figures-list">${figures.map(([name, figure]) => `<div><dt>${name}</dt><dd>${figure}</dd></div>`).join('')}</dl>`;
}
