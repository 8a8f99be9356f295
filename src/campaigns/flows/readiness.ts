import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import { findNames, findUnknownTags, unknownTagsMessage } from '../../content/documents/merge-tags.ts';
import type { Scope, Tx } from '../../platform/db.ts';
import { DomainError } from '../../shared/errors.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import type { HelpOf } from '../readiness-help.ts';
import { type Definition, definitionOf } from './definition.ts';
import { loopingSteps, unreachableSteps } from './graph.ts';
import { type Gap, judge } from './judge.ts';
import { findKnown, type Known } from './references.repo.ts';
import { type Reference, referencesOf } from './references.ts';
import { deadAddresses, tagsOfSteps, unsuppliedTags } from './step-tags.ts';

type Readiness = components['schemas']['ActivationReadiness'];
type Finding = components['schemas']['ActivationFinding'];

/** A bound for pages of flows. */
const MOST_FINDINGS = 250;

/** By id, in a handful of statements. */
export async function readinessOf(ctx: Scope, flows: Flow[]): Promise<Map<string, Readiness>> {
  const read = flows.map((flow) => {
    const definition = definitionOf(flow);
    return { id: flow.id, definition, references: referencesOf(definition) };
  });
  const known = await findKnown(
    ctx,
    read.flatMap(({ references }) => references),
  );
  const emails = await findNames(ctx, [...known.emails.keys()], 'sent');
  const tags = read.map(({ definition }) => tagsOfSteps(definition.steps, emails));
  const unknown = await findUnknownTags(
    ctx,
    tags.flat().map(({ names, inEmail }) => ({ names, place: inEmail ? 'flow' : 'step' })),
  );
  const isMailing = read.some(({ definition }) => definition.steps.some(isMarketing));
  const hasAddress = !isMailing || (await findWorkspace(ctx)).postalAddress !== null;
  let place = 0;
  return new Map(
    read.map(({ id, definition, references }, i) => {
      const readiness = readinessIn(definition, references, known);
      const ofFlow = tags[i] ?? [];
      const dead = deadAddresses(definition.steps, ofFlow).map(
        ({ stepId, ...gap }): Finding => ({ step_id: stepId, trigger: null, code: 'tent_address', ...gap }),
      );
      const unsupplied = unsuppliedTags(definition, ofFlow).map(
        ({ stepId, ...gap }): Finding => ({ step_id: stepId, trigger: null, code: 'entry_tag', ...gap }),
      );
      const nameless = ofFlow.flatMap(({ stepId, field }): Finding[] => unknownTags(stepId, field, unknown[place++] ?? []));
      const mailing = hasAddress ? undefined : definition.steps.find(isMarketing);
      const unaddressed = mailing ? [ofStep(mailing.step_id, 'no_postal_address', NO_POSTAL_ADDRESS)] : [];
      const warnings = [...readiness.warnings, ...dead, ...unsupplied, ...nameless, ...unaddressed];
      return [id, { ...readiness, warnings: warnings.slice(0, MOST_FINDINGS) }];
    }),
  );
}

const isMarketing = (step: Definition['steps'][number]): boolean =>
  step.type === 'send_email' && step.email_id !== null && !step.operational;

const unknownTags = (step_id: string, field: string, tags: string[]): Finding[] =>
  tags.length === 0 ? [] : [{ step_id, trigger: null, field, code: 'unknown_merge_tag', message: unknownTagsMessage(tags), tags }];

function readinessIn(definition: Definition, references: Reference[], known: Known): Readiness {
  const { triggers, steps } = definition;
  const missing: Finding[] = [];
  if (triggers.length === 0) missing.push(ofFlow({ field: 'triggers', code: 'required', message: 'There is no trigger.' }));
  if (steps.length === 0) missing.push(ofFlow({ field: 'steps', code: 'required', message: 'There is no step.' }));
  const stepsById = new Map(steps.map((step) => [step.step_id, step]));
  for (const reference of references) {
    if (missing.length >= MOST_FINDINGS) break;
    const { stepId: step_id, trigger } = reference;
    missing.push(...judge(reference, known, stepsById).map((gap) => ({ step_id, trigger, ...gap })));
  }
  missing.push(...loopingSteps(steps).map((stepId) => ofStep(stepId, 'loop', LOOP)));
  const warnings = unreachableSteps(definition).map((stepId) => ofStep(stepId, 'unreachable', UNREACHABLE));
  return { ready: missing.length === 0, missing: missing.slice(0, MOST_FINDINGS), warnings };
}

const LOOP = 'Edges lead back to this step without passing a wait with a duration.';
const NO_POSTAL_ADDRESS = 'The workspace has no postal address for the footer of marketing mail; set it with PATCH /v1/workspace.';
const UNREACHABLE = 'No edges lead from where members begin to this step.';

const ofFlow = (gap: Gap): Finding => ({ step_id: null, trigger: null, ...gap });
const ofStep = (step_id: string, code: 'loop' | 'unreachable' | 'no_postal_address', message: string): Finding => ({
  step_id,
  trigger: null,
  field: null,
  code,
  message,
});

export const withHelp = (readiness: Readiness, helpOf: HelpOf): Readiness => ({
  ...readiness,
  help: helpOf([...readiness.missing, ...readiness.warnings].map(({ code }) => code)),
});

/** @throws campaign_flow_not_ready */
export async function requireReady(tx: Scope<Tx>, helpOf: HelpOf, flow: Flow): Promise<void> {
  const readiness = (await readinessOf(tx, [flow])).get(flow.id);
  if (readiness && !readiness.ready)
    throw new DomainError('campaign_flow_not_ready', 'The flow is not ready to be activated.', {
      activation_readiness: withHelp(readiness, helpOf),
    });
}
