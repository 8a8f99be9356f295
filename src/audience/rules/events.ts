import type { components } from '../../../generated/api.d.ts';
import { empty, join, raw, type Sql, sql } from '../../platform/db.ts';
import { lowestId, type WorkspaceId } from '../../platform/ids.ts';
import type { Issue } from '../../shared/errors.ts';
import { boundsOf } from './activity.ts';
import type { EventCondition } from './tree.ts';
import { startOf } from './windows.ts';

export type PropertyFilter = components['schemas']['EventPropertyFilter'];

const NEVER = sql`false`;
const ALWAYS = sql`true`;
const TAKES_NO_VALUE: ReadonlySet<string> = new Set(['exists', 'not_exists']);
const COMPARISONS = { greater_than: '>', greater_than_or_equal: '>=', less_than: '<', less_than_or_equal: '<=' } as const;

export function filterIssues(filters: readonly PropertyFilter[], path: string): Issue[] {
  return filters.flatMap(({ operator, value }, i): Issue[] => {
    const at = `${path}.${i}.value`;
    if (TAKES_NO_VALUE.has(operator)) return value === undefined ? [] : [{ path: at, message: `does not go with ${operator}` }];
    if (value === undefined) return [{ path: at, message: `is required by ${operator}` }];
    if (operator in COMPARISONS && typeof value === 'boolean')
      return [{ path: at, message: 'must be a text or a number, which have an order' }];
    if (operator.endsWith('contains') && typeof value !== 'string') return [{ path: at, message: 'must be a text, which can be a part' }];
    return [];
  });
}

/** Whether an event fits all filters; never null. @param properties an expression for its properties, as JSON */
export const fitsFilters = (filters: readonly PropertyFilter[], properties: Sql): Sql =>
  filters.length === 0
    ? ALWAYS
    : sql`(${join(
        filters.map((filter) => propertyTest(filter, properties)),
        ' AND ',
      )})`;

function propertyTest({ property, operator, value }: PropertyFilter, properties: Sql): Sql {
  const json = sql`(${properties} -> ${property}::text)`;
  const text = sql`(${properties} ->> ${property}::text)`;
  switch (operator) {
    case 'exists':
      return sql`(${text} IS NOT NULL)`;
    case 'not_exists':
      return sql`(${text} IS NULL)`;
    case 'equals':
      return sql`((${equality(json, text, value)}) IS TRUE)`;
    case 'not_equals':
      return sql`((${equality(json, text, value)}) IS NOT TRUE)`;
    case 'contains':
      return sql`((${containment(json, text, value)}) IS TRUE)`;
    case 'not_contains':
      return sql`((${containment(json, text, value)}) IS NOT TRUE)`;
    default: {
      const sign = raw(COMPARISONS[operator]);
      if (typeof value === 'number') return sql`((${numberIn(json)} ${sign} ${String(value)}::numeric) IS TRUE)`;
      return sql`((CASE jsonb_typeof${json} WHEN 'string' THEN ${text} COLLATE "C" ${sign} ${String(value)}::text END) IS TRUE)`;
    }
  }
}

/** A value of another type must not fail the whole query. */
const numberIn = (json: Sql): Sql => sql`(CASE jsonb_typeof${json} WHEN 'number' THEN ${json}::numeric END)`;

function equality(json: Sql, text: Sql, value: PropertyFilter['value']): Sql {
  if (typeof value === 'number') return sql`${numberIn(json)} = ${String(value)}::numeric`;
  if (typeof value === 'boolean') return sql`${json} = ${String(value)}::jsonb`;
  return sql`CASE jsonb_typeof${json} WHEN 'string' THEN fold_case(${text}) = fold_case(${String(value)}::text) END`;
}

function containment(json: Sql, text: Sql, value: PropertyFilter['value']): Sql {
  const folded = sql`fold_case(${String(value)}::text)`;
  return sql`CASE jsonb_typeof${json}
    WHEN 'string' THEN position(${folded} IN fold_case(${text})) > 0
    WHEN 'array' THEN EXISTS (SELECT FROM jsonb_array_elements_text${json} AS entry WHERE fold_case(entry) = ${folded}) END`;
}

/**
 * A condition about the custom events of the contact `c`. Counts are groups that `EXISTS` looks into: PostgreSQL counts one contact's events
 * where the question is about few, and those of all at once where it is about many, since each look-up goes through every partition.
 */
export function eventTest(condition: EventCondition, { workspaceId, now }: { workspaceId: WorkspaceId; now: Date }): Sql {
  const { name, properties = [], timeWindow } = condition;
  // An id begins with the time of its event, so the window leaves out whole partitions.
  const within = timeWindow
    ? sql`AND e.id >= ${lowestId(startOf(timeWindow, now).getTime())}::uuid AND e.id < ${lowestId(now.getTime() + 1)}::uuid`
    : empty;
  const events = sql`FROM custom_events e
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.name = ${name}::text ${within}
      ${properties.length > 0 ? sql`AND ${fitsFilters(properties, sql`e.properties`)}` : empty}`;
  const { least, most } = boundsOf(condition);
  if (most === 0) return sql`NOT EXISTS (SELECT 1 ${events} AND e.contact_id = c.id)`;
  if (least <= 1 && most === null) return least === 0 ? ALWAYS : sql`EXISTS (SELECT 1 ${events} AND e.contact_id = c.id)`;
  if (most !== null && most < least) return NEVER;
  const having = (count: Sql) => sql`EXISTS (
    SELECT 1 FROM (SELECT e.contact_id ${events} GROUP BY e.contact_id HAVING ${count}) AS counted WHERE counted.contact_id = c.id)`;
  if (least === 0) return sql`NOT ${having(sql`count(*) > ${most}::int`)}`;
  return having(most === null ? sql`count(*) >= ${least}::int` : sql`count(*) BETWEEN ${least}::int AND ${most}::int`);
}
