/** The status of an answer and, for an error, its code. */
export const outcome = ({ error, response }: { error?: unknown; response: Response }): [number, string | undefined] => [
  response.status,
  (error as { error_code?: string } | undefined)?.error_code,
];
