import { checkTemplate } from '../../../shared/merge-tags.ts';
import { isBlank } from '../../scaffold.ts';
import { takeLinks } from '../../versions/links.ts';
import type { Draft } from '../draft/draft.ts';
import { rendered } from '../draft/render.ts';
import { editHtml } from '../edits/foreign.ts';
import { edit } from '../edits/instructions.ts';
import { apply } from '../edits/operations.ts';
import { type Commission, type Content, GenerationRefused, type Written } from '../generator.ts';
import { judgeDraft } from '../judge/judge.ts';
import { note } from '../reader/brief.ts';
import { isUndo, undone } from '../undo.ts';
import { labelOf } from './values.ts';
import { once, writeFresh } from './write.ts';

export function write(commission: Commission): Written {
  const { current, prompt } = commission;
  if (!current || isBlank(current.html)) return writeFresh(commission);
  const fresh = ANEW.exec(prompt);
  if (fresh) return writeFresh({ ...commission, prompt: prompt.slice(fresh[0].length) });
  if (prompt.trim() === '') return withFacts(commission, current);
  return current.draft ? editDraft(commission, current.draft) : editSource(commission, current);
}

const ANEW =
  /^\s*(?:start (?:over|again|from scratch)|begin again|from scratch|new draft|noch einmal von vorn|von vorn|neu anfangen|neuer entwurf|recommence[rz]?|empieza de nuevo|ricomincia|recomeça|opnieuw beginnen|börja om|zacznij od nowa)\s*[:,.–—-]?\s*(?=\S)/iu;

function editDraft(commission: Commission, draft: Draft): Written {
  const { kind, prompt, assets } = commission;
  const edited = edit(draft, prompt, { kind, lang: draft.lang, assets });
  if (edited.undo) return undone(commission);
  if (edited.refused !== undefined) throw new GenerationRefused(edited.refused);
  const changed = apply(draft, edited.operations);
  if ('problem' in changed) throw new GenerationRefused(`This could not be done: ${changed.problem}.`);
  return written(commission, changed.draft, edited.summary, edited.notes);
}

function written({ kind, isTemplate }: Commission, draft: Draft, summary: string, notes: Written['notes']): Written {
  const whole = rendered(draft, kind);
  const operational = 'operational' in whole.draft && whole.draft.operational === true;
  const all = once([...notes, ...judgeDraft({ draft: whole.draft, kind, isTemplate, html: whole.html })]);
  return { ...whole, summary, notes: all, ...(kind === 'email' && { operational }) };
}

function editSource(commission: Commission, current: Content): Written {
  const { kind, prompt, assets } = commission;
  if (isUndo(prompt)) return undone(commission);
  const edited = editHtml(current.html, prompt, { kind, lang: 'en', assets });
  if ('undo' in edited) return undone(commission);
  if ('refused' in edited) throw new GenerationRefused(edited.refused);
  // An email that had no way to unsubscribe gets none by another edit.
  return { ...edited, draft: null, ...(kind === 'email' && { operational: !hasWayOut(current.html) }) };
}

/** Unreadable HTML counts as having one. */
function hasWayOut(mail: string): boolean {
  return checkTemplate(mail) !== null || takeLinks(mail, { link: '', open: '', inLoop: '', end: '' }).unsubscribe;
}

function withFacts(commission: Commission, { html, draft }: Content): Written {
  const items = Object.entries(commission.facts).map(([key, value]) => ({ label: labelOf(key), value: value.slice(0, 300) }));
  if (!draft || items.length === 0) {
    const unused = items.map(({ label }) => note('left_out', `The page has no place for "${label}".`));
    return { html, draft, summary: 'Nothing was to be changed.', notes: unused };
  }
  const form = draft.blocks.findLast(({ kind }) => kind !== 'form' && kind !== 'cta' && kind !== 'footer');
  const changed = apply(draft, [{ op: 'insert', block: { kind: 'facts', items }, ...(form?.id && { after: form.id }) }]);
  if ('problem' in changed) throw new GenerationRefused(`This could not be done: ${changed.problem}.`);
  return written(commission, changed.draft, `Added ${items.map(({ label }) => label).join(', ')}.`, []);
}
