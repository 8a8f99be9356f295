import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../platform/db.ts';
import { normalisePhone } from '../../shared/identifiers.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { definitionsByName } from '../contact-fields/contact-fields.repo.ts';
import type { Reading } from './cells.ts';

/** Archived fields are among the definitions. */
export interface WorkspaceReading extends Reading {
  definitions: ReadonlyMap<string, ContactFieldDefinition>;
  /** By which national phone numbers are read, and dates that leave open whether the day or the month comes first. */
  country: string;
}

/** What the cells of a workspace's imports are read by, as it is now. */
export async function readingOf(ctx: Scope): Promise<WorkspaceReading> {
  const [{ defaultCountry }, definitions] = await Promise.all([findWorkspace(ctx), definitionsByName(ctx)]);
  return {
    country: defaultCountry,
    readPhone: (text) => normalisePhone(text, defaultCountry),
    definitions,
  };
}
