/**
 * The house rules of the API document that need more than Redocly's own rules and assertions: a plugin for `redocly lint`.
 * Rules that an assertion can express are in redocly.yaml, beside the options of these.
 */
import { listKinds } from './kinds.ts';
import { answerHeaders, errorBodies, idempotencyKey, namedExamples, operationIds, pagedLists, scopes, summaries } from './operations.ts';
import {
  boundedRequests,
  closedRequests,
  describedProperties,
  noInlineObjects,
  openAnswers,
  requiredExist,
  requiredInResponses,
  snakeCaseKeys,
  snakeCaseValues,
} from './schemas.ts';

export default function house() {
  return {
    id: 'house',
    preprocessors: { oas3: { 'list-kinds': listKinds } },
    rules: {
      oas3: {
        'snake-case-keys': snakeCaseKeys,
        'snake-case-values': snakeCaseValues,
        'described-properties': describedProperties,
        'closed-requests': closedRequests,
        'open-answers': openAnswers,
        'required-exist': requiredExist,
        'no-inline-objects': noInlineObjects,
        'required-in-responses': requiredInResponses,
        'bounded-requests': boundedRequests,
        'operation-id': operationIds,
        summary: summaries,
        'named-examples': namedExamples,
        'idempotency-key': idempotencyKey,
        'paged-lists': pagedLists,
        scopes,
        'error-bodies': errorBodies,
        'answer-headers': answerHeaders,
      },
    },
  };
}
