/** A form of a page, as it was found in the HTML. Published ones are kept like this with the publication. */
export interface PageForm {
  /** Its `id`, or one that was given to it when the page was published. */
  formId: string;
  fields: FormField[];
}

export interface FormField {
  /** Its `name`, under which it is submitted. */
  name: string;
  /** `text`, `email`, `tel`, `select`, `textarea`, …, as HTML calls the control. */
  type: string;
  /** What its label says; null when it has none. */
  label: string | null;
  /** What its `autocomplete` says; unset when it has none, and for pages that were published before it was kept. */
  autocomplete?: string;
  required: boolean;
}
