import type { Router } from 'express';
import { LRUCache } from 'lru-cache';
import { findRun } from '../../audience/imports/runs.repo.ts';
import { readDocument } from '../../content/documents/documents.service.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Ctx } from '../../platform/db.ts';
import type { Reading } from '../../platform/replica.ts';
import { createFlights } from '../../shared/single-flight.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { findBlast } from '../blasts/blasts.repo.ts';
import type { EmailBlast } from '../blasts/blasts.view.ts';
import { completeBlasts, type WholeBlast } from '../blasts/whole-blast.repo.ts';
import { findFlow } from '../flows/flows.repo.ts';
import { blastReport } from './blast-report.ts';
import { flowReport } from './flow-report.ts';
import { importReport } from './import-report.ts';
import { type Zone, zoneOf } from './layout.ts';
import type { ReportKind } from './links.repo.ts';
import { type Answer, GONE, type Opened, pageRoutes, refusalOf, type SharedPageOptions } from './opening.ts';
import { isStill, type Report, reportPage, type Sheet } from './report.page.ts';
import { tentReport } from './tent-report.ts';

/** What a report is of: how often its links were revoked, and the way to its figures. */
interface Subject {
  revocations: number;
  report: (ctx: Ctx, zone: Zone) => Promise<Report> | Report;
}

interface ReportOptions extends SharedPageOptions {
  showBlast: (whole: WholeBlast) => EmailBlast;
  /** For the figures. */
  reading: Reading;
}

const MOST_KEPT = 200;
/** Many readers of one page cost as much as one. A page that refreshes itself finds new figures each time. */
const KEPT_MS = 4_000;

export function reportRoutes({ showBlast, ...options }: ReportOptions): Router {
  const flights = createFlights<Sheet>();
  const kept = new LRUCache<string, Sheet>({ max: MOST_KEPT });

  const subjects: Record<ReportKind, (ctx: Ctx, id: string) => Promise<Subject | undefined>> = {
    async blast(ctx, id) {
      const blast = await findBlast(ctx, id);
      if (!blast) return undefined;
      return {
        revocations: blast.reportRevocations,
        report: async (ctx, zone) => {
          const [whole] = (await completeBlasts(ctx, [blast])) as [WholeBlast];
          return blastReport(ctx, blast, showBlast(whole), zone);
        },
      };
    },
    async flow(ctx, id) {
      const flow = await findFlow(ctx, id);
      return flow ? { revocations: flow.reportRevocations, report: (ctx, zone) => flowReport(ctx, flow, zone) } : undefined;
    },
    async tent(ctx, id) {
      const tent = await readDocument(ctx, TENT, id);
      return tent ? { revocations: tent.reportRevocations, report: (ctx) => tentReport(ctx, tent) } : undefined;
    },
    async import(ctx, id) {
      const run = await findRun(ctx, id);
      return run ? { revocations: run.reportRevocations, report: (_ctx, zone) => importReport(run, zone) } : undefined;
    },
  };

  async function make(ctx: Ctx, subject: Subject): Promise<Sheet> {
    const { name, timezone } = await findWorkspace(ctx);
    const zone = zoneOf(timezone);
    return { report: await subject.report(ctx, zone), workspace: name, zone, at: ctx.now };
  }

  async function show(opened: Opened): Promise<Answer> {
    const { ctx, kind, id } = opened;
    if (!Object.hasOwn(subjects, kind)) return GONE;
    const subject = await subjects[kind as ReportKind](ctx, id);
    const refusal = refusalOf(opened, subject?.revocations);
    if (refusal || !subject) return refusal ?? GONE;
    const key = `${ctx.workspaceId}/${kind}/${id}`;
    const recent = kept.get(key);
    const sheet =
      recent && ctx.now.getTime() - recent.at.getTime() < KEPT_MS
        ? recent
        : await flights.share(
            key,
            // The address itself is judged at the primary: revoking it acts at once.
            () => options.reading.read(ctx.db, (db) => make({ ...ctx, db }, subject)),
            (value) => kept.set(key, value),
          );
    const { refreshSeconds } = sheet.report;
    return {
      status: 200,
      html: reportPage(sheet, opened),
      ...(refreshSeconds !== undefined && !isStill(opened) && { refreshSeconds }),
    };
  }

  return pageRoutes('REPORT', show, options);
}
