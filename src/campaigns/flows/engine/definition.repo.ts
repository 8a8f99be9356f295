import type { Db } from '../../../platform/db.ts';
import { type Definition, definitionOf } from '../definition.ts';
import type { FlowRef } from './runs.ts';

/** What a flow is at this moment; undefined when it is gone. */
export async function findDefinition(db: Db, { workspaceId, flowId }: FlowRef): Promise<Definition | undefined> {
  const flow = await db.prisma.flow.findFirst({ where: { workspaceId, id: flowId } });
  return flow ? definitionOf(flow) : undefined;
}
