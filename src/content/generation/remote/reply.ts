import { checkMergeTags } from '../../../shared/merge-tags.ts';

export interface Reply {
  /** Where the model says that it cannot do it. */
  cannot: string | undefined;
  summary: string | undefined;
  /** At most 60 characters, with merge tags that can be sent. */
  subject: string | undefined;
  /** Undefined where the model does not say. */
  operational: boolean | undefined;
}

const LONGEST_SUBJECT = 60;
const LONGEST_WORDS = 500;

/** What a model says before its document. Takes the lines in any order, and forgives stars around their names. */
export function readReply(answer: string): Reply {
  const document = answer.search(/```|<[a-z!]/i);
  const head = (document < 0 ? answer : answer.slice(0, document)).slice(0, 10_000);
  const line = (name: string) => {
    const found = new RegExp(`^[*_# ]*${name}[*_]*[ ]?:[*_]*(.+)$`, 'im').exec(head)?.[1]?.trim();
    return found === '' ? undefined : found;
  };
  return {
    cannot: document < 0 ? cut(line('CANNOT'), LONGEST_WORDS) : undefined,
    summary: cut(line('SUMMARY'), LONGEST_WORDS),
    subject: subjectOf(line('SUBJECT')),
    operational: operationalOf(line('PURPOSE')),
  };
}

/** One word; anything else says nothing. */
function operationalOf(line: string | undefined): boolean | undefined {
  const word = /^[*_"'`]*(operational|marketing)[*_"'`.]*$/i.exec(line ?? '')?.[1]?.toLowerCase();
  return word === undefined ? undefined : word === 'operational';
}

function subjectOf(line: string | undefined): string | undefined {
  const subject = cut(line?.replace(/^["“„](.*)["”“]$/, '$1'), LONGEST_SUBJECT);
  return subject === undefined || checkMergeTags(subject) !== null ? undefined : subject;
}

/** Between two words, where there are several. */
function cut(text: string | undefined, longest: number): string | undefined {
  if (text === undefined || text.length <= longest) return text;
  const within = text.slice(0, longest).toWellFormed();
  const blank = within.lastIndexOf(' ');
  return (blank > longest / 2 ? within.slice(0, blank) : within).trimEnd();
}
