/** The values of an object or an array. An array is returned as it is: to list the values of a large one takes longer than to parse it. */
export function childrenOf(value: unknown): readonly unknown[] {
  if (!value || typeof value !== 'object') return [];
  return Array.isArray(value) ? value : Object.values(value);
}
