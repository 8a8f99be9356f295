/** The status, error code and issue paths of a refused request. */
export const refusal = ({
  error,
  response,
}: {
  error?: { error_code: string; details?: { issues?: { path: string }[] } };
  response: Response;
}) => [response.status, error?.error_code, ...(error?.details?.issues?.map(({ path }) => path) ?? [])];
