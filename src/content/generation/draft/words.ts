/** The small words of pages and emails in one language: what the library has in `words.yaml`. */
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
