/** The message is for the person who starts the process. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The message alone where it explains the failure, else the whole error. */
export const explain = (error: unknown): unknown => (error instanceof StartError ? error.message : error);
