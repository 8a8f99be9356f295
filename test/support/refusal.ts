/** What a refused request was told: status, error code, and the path of each issue. */
export const refusal = ({
  error,
  response,
}: {
  error?: { error_code: string; details?: { issues?: { path: string }[] } };
  response: Response;
}) => [response.status, error?.error_code, ...(error?.details?.issues?.map(({ path }) => path) ?? [])];
