/** The reason that clients read after an error of the service's own; the log has the rest. */
export const FAULT = 'The service met an error of its own; its log has more.';
