/** What people dictate or type in one breath: sentences without marks between them. */

const LEAST_WORDS = 25;
const WORDS_A_MARK = 18;

const BEGINS = new RegExp(
  [
    '(?<!\\b(?:if|when|where|because|that|which|who|whom|while|until|as|what|how|why|whether|than|before|after|since|to|for|of|about|like|with|from|says?|think|hope|know|sure|and|but|so|or|also|then|where|the|a|an|our|my|your))',
    '\\s(?=(?:(?:and|so|also|but|then|oh and)\\s)?(?:',
    [
      "there(?:['’]?s|\\sis|\\sare|\\swill\\sbe)\\s",
      "we(?:['’](?:re|ve|ll)|\\s(?:meet|do|are|have|run|offer|need|want|also|will|started|sell|make|got|play|sing|welcome|charge|use|take|only))\\s",
      "i(?:['’](?:m|ve|d)|\\s(?:want|need|have|am|will|would|run|teach|make|do))\\s",
      "it['’]?s\\s(?:on|at|in|an?|the|for|about|from|free|going|open|£|\\d|every|all|only|called)",
      'it\\s(?:is|will|has|starts|costs|was|lasts|runs)\\s',
      "they(?:['’]re|['’]ll|\\s(?:can|need|should|have|will|are))\\s",
      '(?:people|everyone|everybody|anyone|guests|parents|kids)\\s(?:needs?\\sto|can|should|has|have|must|is|are|gets?|will)\\s',
      'bring\\s(?:a|an|the|your|some|own)\\s',
      'please\\s',
      'run\\sby\\s',
      '(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)\\s(?:pounds|euros|dollars)\\s(?:an?|per|each)\\s',
      'absolute\\sbeginners',
      'no\\s\\p{L}{3,12}\\s(?:please|needed|required|allowed)',
      'tickets?\\s(?:are|cost|is)\\s',
      'doors\\s(?:open|at)\\s',
      'all\\s(?:abilities|ages|levels|are\\swelcome|welcome)',
      'first\\s\\p{L}+\\s\\p{L}+\\s(?:are|is)\\sfree',
      '(?:make|put|add|keep)\\s(?:it|the|in|them|an?)\\s',
      'the\\s(?:form|button|page|headline|colou?rs?)\\s',
    ].join('|'),
    '))',
  ].join(''),
  'giu',
);

export function withStops(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const words = line.split(' ').length;
      const marks = line.match(/[,.;:!?](?=\s|$)/gu)?.length ?? 0;
      return words < LEAST_WORDS || marks * WORDS_A_MARK > words
        ? line
        : line.replace(BEGINS, '. ').replace(/\.\s(?:and|so|also|but|then)\s/giu, '. ');
    })
    .join('\n');
}
