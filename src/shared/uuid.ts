/** The one form of a UUID that is taken anywhere: lower case, with hyphens. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isUuid = (text: string): boolean => UUID.test(text);
