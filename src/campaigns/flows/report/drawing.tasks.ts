import { inThread } from '../../../platform/threads.ts';
import { drawingPage, type Shown } from './drawing.page.ts';

export const TASKS = { drawingPage };

const apart = inThread<typeof TASKS>(new URL(import.meta.url));

/** The page of a flow. Finding places for a hundred steps that lead everywhere takes seconds. @throws NotDoneInTime */
export const drawApart = (workspaceId: string, shown: Shown): Promise<string> => apart(workspaceId, 'drawingPage', shown);
