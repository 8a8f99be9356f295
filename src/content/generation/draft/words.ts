/** `words.yaml` of a language. */
export interface Words {
  skip: string;
  optional: string;
  choose: string;
  facts: Record<string, string>;
  headings: Record<string, string>;
  fields: Record<string, string>;
  actions: Record<string, string>;
  email: Record<string, string>;
  days: string[];
  months: string[];
}
