import type { Config } from '../config.ts';
import type { Handler, Handlers } from '../http/handler.types.ts';
import type { RequestLog } from '../http/request-log.types.ts';
import type { Sweep } from '../jobs/jobs.ts';
import { later } from '../platform/clock.ts';
import { auditHandlers, auditSweep } from './audit.ts';
import { createBoundedDns } from './bounded-dns.ts';
import { forgetPeriods } from './budget/budget.repo.ts';
import { usageOf } from './budget/budget.ts';
import { createMeter } from './budget/meter.ts';
import { type DeletionDependencies, deletionWork } from './deletion.work.ts';
import { standingSweep } from './domain-standing.ts';
import { createDomainHandlers } from './domains.handlers.ts';
import { keyHandlers } from './keys.handlers.ts';
import { createRequestHandlers, requestSweep } from './requests.ts';
import { listDomains } from './sending-domains.ts';
import { toWorkspace } from './workspace.view.ts';
import { findWorkspace } from './workspaces.service.ts';

export { recordAudit } from './audit.ts';
export { platformHandlers, recordPlatformAudit } from './platform.handlers.ts';
export { recordRequests } from './requests.ts';

export interface WorkspaceDependencies extends DeletionDependencies {
  publishedHost: string;
  secret: string;
  config: Pick<Config, 'dnsServers' | 'bounceDomain'>;
  requestLog: Pick<RequestLog, 'flush' | 'finish' | 'behind'>;
}

/** How long the figures of a day are kept. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;

export function createWorkspaces(dependencies: WorkspaceDependencies) {
  const { db, clock, publishedHost, secret, config, requestLog } = dependencies;
  const getWorkspace: Handler<'getWorkspace'> = async (_request, ctx) => {
    const [workspace, domains, usage] = await Promise.all([findWorkspace(ctx), listDomains(ctx), usageOf(ctx)]);
    return { status: 200, body: toWorkspace(workspace, domains, usage, publishedHost) };
  };
  const sweep: Sweep = { name: 'budget-usage', everySeconds: 3_600, run: () => forgetPeriods(db, later(clock, -KEPT_MS)) };
  const domainHandlers = createDomainHandlers({ dns: createBoundedDns(config.dnsServers), secret, bounceDomain: config.bounceDomain });
  const requestHandlers = createRequestHandlers(requestLog.flush);
  const meter = createMeter(dependencies);
  return {
    handlers: { getWorkspace, ...keyHandlers, ...domainHandlers, ...auditHandlers, ...requestHandlers } satisfies Partial<Handlers>,
    sweeps: [sweep, auditSweep({ db, clock }), requestSweep({ db, clock }), standingSweep({ db, clock, config })],
    work: [deletionWork(dependencies)],
    meter,
    finish: () => Promise.all([meter.finish(), requestLog.finish()]),
    behind: { measured: meter.behind, requests: requestLog.behind },
  };
}
