/** The introduction to the mock, for a terminal and for its root page. */
export const greeting = (
  address: string,
): string => `The mock answers at ${address}/v1. Any bearer token goes, and pages of any origin may ask.

  curl ${address}/v1/contacts -H 'Authorization: Bearer any'

Requests are judged as the service judges them. One that fits gets the first example of its success in the document, or, by a header,
  Prefer: code=404            the answer with that status,
  Prefer: example=empty       the example of that name; one that is not there is answered with those that are,
  Prefer: dynamic=true        made-up values that fit the schema; seed=WORD always makes the same.
`;
