import { activityHandlers } from './activities/activities.handlers.ts';
import { contactListHandlers } from './contact-lists/contact-lists.handlers.ts';
import { contactHandlers } from './contacts/contacts.handlers.ts';
import { ruleHandlers } from './rules/rules.handlers.ts';

/** People and the groups they are in. */
export const createAudience = () => ({ handlers: { ...contactHandlers, ...contactListHandlers, ...activityHandlers, ...ruleHandlers } });
