/* How people order changes in ten languages, as parts of patterns. `talk.ts` takes courtesies off before. */

const any = (...list: string[]): string => `(?:${list.join('|')})`;

export const CHANGE = any(
  'change|set|update|rewrite|make|turn|edit|switch|put|let|correct|fix|adjust',
  'ändere?|setze?|mach(?:e)?|schreibe?|formuliere|nenne',
  'change[rz]?|modifie[rz]?|mets',
  'cambia[r]?|cambie|pon|modifica|haz|rendi',
  'muda[r]?|mude|altera|altere',
  'verander|wijzig|maak',
  'ändra|gör|sätt|byt',
  'zmień|ustaw|zrób',
);

export const TO = `(?:\\s+(?:text|label|zeile))?(?:\\s+${any(
  'to\\s+(?:say|read|be)|to|into|says?|reads?|(?:is|are)\\s+now|now\\s+(?:is|says|reads|starts\\s+at|costs)|(?:is|are|be)|should\\s+(?:now\\s+)?(?:be|say|read)|needs?\\s+to\\s+(?:be|say|read)|has\\s+to\\s+(?:be|say|read)|must\\s+(?:be|say|read)|becomes?|as',
  'wird(?:\\s+zu)?|auf|zu|soll\\s+(?:lauten|heißen)|soll|lautet',
  'en|doit\\s+(?:dire|afficher|être)|par',
  'a|por|debe(?:ría)?\\s+(?:decir|ser)',
  'in|deve\\s+(?:dire|essere)',
  'para|deve\\s+(?:dizer|ser)',
  'naar|moet',
  'till|ska(?:ll)?\\s+(?:säga|heta|lyda|vara)',
  'na|powinien\\s+(?:mówić|brzmieć)|powinna\\s+(?:mówić|brzmieć)|ma\\s+(?:mówić|brzmieć)',
)}(?!\\p{L})\\s*:?|\\s*:)\\s*`;

export const AT_THE_END = '(?:\\s+(?:um|ab|hinzu|ändern|heißen|lauten|stehen|zeggen|luiden|heten|worden|weg|heraus|raus))?';

export const REPLACE = any(
  'replace|change|swap|switch|substitute|exchange',
  'ersetze?|ändere?|tausche?',
  'remplace[rz]?|change[rz]?',
  'sustituye|sustituya|reemplaza|reemplace|cambia|sostituisci|sostituire',
  'substitui|substitua|troca|troque|muda|mude',
  'vervang|verander',
  'byt\\s+ut|ersätt',
  'zamień|zastąp|zmień',
);
export const WITH = any('to|with|by|into|for|durch|mit|gegen|in|auf|zu|par|en|por|con|com|door|naar|med|mot|till|na');

export const REMOVE = any(
  "remove|delete|drop|cancel|call\\s+off|take\\s+(?:out|away|off|down)|get\\s+rid\\s+of|leave\\s+out|cut|cut\\s+out|hide|lose|loose|ditch|scrap|kill|bin|axe|skip|omit|strip|strike|erase|clear|throw\\s+(?:out|away)|dump|pull|no\\s+more|we\\s+do\\s?n[o'’]?t\\s+(?:need|want)|i\\s+do\\s?n[o'’]?t\\s+(?:need|want|like)|do\\s?n[o'’]?t\\s+(?:show|include|mention|need|want)|without|no\\s+need\\s+for",
  'entferne?|lösche?|streiche?|nimm(?=.*\\s(?:weg|raus|heraus)[\\s.!]*$)',
  'supprime[rz]?|enlève[rz]?|retire[rz]?|efface[rz]?',
  'quita[r]?|quite|elimina[r]?|elimine|borra[r]?|borre',
  'rimuovi|togli|cancella',
  'remove[r]?|remova|apaga[r]?|apague|tira|tire|exclui|exclua',
  'verwijder|schrap|haal',
  'ta\\s+bort|radera',
  'usuń|skasuj',
);

export const ADD = any(
  'add|insert|include|append|put\\s+in|put(?=\\s+(?:an?|another|one|some)\\s)|stick\\s+in|slot\\s+in|pop\\s+in|throw\\s+in|give\\s+(?:it|us|me)|(?:we|i|it|you)\\s+(?:also\\s+)?(?:need|want|could\\s+use)|there\\s+should\\s+(?:also\\s+)?be|create|make\\s+(?:a|an)\\s+new',
  'füge?|ergänze?',
  'ajoute[rz]?|insère|insérez',
  'añade|añadir|añada|agrega[r]?|agregue|incluye',
  'aggiungi|aggiungere|inserisci',
  'adiciona[r]?|adicione|acrescenta[r]?|acrescente|inclui|inclua',
  'voeg',
  'lägg\\s+till',
  'dodaj',
);

export const MOVE = any(
  'move|put|place|bring|show|shift|stick|have|get',
  'verschiebe?|setze?|stelle?|rücke?',
  'déplace[rz]?|mets|mettez|place[rz]?',
  'mueve|mueva|pon|ponga|coloca[r]?|coloque',
  'sposta|metti|porta',
  'move[r]?|mova|põe|ponha',
  'verplaats|zet',
  'flytta|sätt|ställ',
  'przenieś|przesuń|umieść',
);
export const BEFORE = any(
  '(?:right\\s+|just\\s+|directly\\s+|straight\\s+)?(?:before|above|in\\s+front\\s+of|over|ahead\\s+of)',
  'vor|über|oberhalb',
  'avant|devant|au-dessus\\s+d[eu]',
  '(?:para\\s+)?antes\\s+d(?:el?|[oa]s?)|delante\\s+del?|encima\\s+del?',
  "prima\\s+d(?:i|el|ella|ell[’']|ei|egli)|sopra",
  'voor|boven',
  'före|ovanför',
  'przed|nad',
);
export const AFTER = any(
  '(?:right\\s+|just\\s+|directly\\s+|straight\\s+)?(?:after|below|under|underneath|beneath|behind)',
  'nach|unter|hinter',
  'après|derrière|sous|en-dessous\\s+d[eu]',
  '(?:después|detrás|debajo)\\s+del?|(?:para\\s+)?(?:depois|abaixo)\\s+d(?:e|[oa]s?)',
  'dopo|sotto',
  'na|onder|achter',
  'efter|under|nedanför',
  'po|pod|za',
);
export const FIRST = any(
  '(?:to\\s+|at\\s+|on\\s+)?(?:the\\s+)?(?:very\\s+)?(?:top|beginning|start|front)(?:\\s+of\\s+(?:the|this)\\s+(?:page|site|email|mail))?|first|(?:right\\s+|straight\\s+|just\\s+|directly\\s+)?(?:under|below|beneath|after)\\s+the\\s+(?:top|hero|header|headline|banner|title|opening|intro)',
  '(?:an\\s+den\\s+|nach\\s+)?(?:anfang|oben)',
  'au\\s+début|en\\s+haut|en\\s+premier|tout\\s+en\\s+haut',
  'al\\s+(?:principio|inicio|comienzo)|arriba|primero',
  "all[’']inizio|in\\s+(?:cima|alto)",
  '(?:para\\s+o|no)\\s+(?:início|começo|topo)|em\\s+primeiro',
  'naar\\s+(?:boven|het\\s+begin)|bovenaan|vooraan',
  'till\\s+(?:början|toppen)|överst|först',
  'na\\s+(?:początek|górę|samą\\s+górę)',
);
export const LAST = any(
  '(?:to\\s+|at\\s+|on\\s+)?(?:the\\s+)?(?:very\\s+)?(?:end|bottom|foot)(?:\\s+of\\s+(?:the|this)\\s+(?:page|site|email|mail))?|last',
  '(?:an\\s+das\\s+|ans\\s+|nach\\s+|an\\s+den\\s+)?(?:ende|schluss|unten)',
  'à\\s+la\\s+fin|en\\s+bas|en\\s+dernier|tout\\s+en\\s+bas',
  'al\\s+final|abajo|al\\s+fondo',
  'alla\\s+fine|in\\s+(?:fondo|basso)',
  '(?:para\\s+o|no)\\s+(?:fim|final|fundo)|em\\s+último',
  'naar\\s+(?:beneden|onderen|het\\s+einde)|onderaan|achteraan',
  'till\\s+(?:slutet|botten)|nederst|sist',
  'na\\s+(?:koniec|dół|sam\\s+dół)',
);

export const ASK = any(
  '(?:also\\s+)?ask\\s+(?:\\p{L}+\\s+)?for',
  'frage?\\s+(?:auch\\s+)?nach',
  'demande[rz]?',
  'pide|pida|pregunta\\s+por',
  'chiedi',
  'pede|peça|pergunta\\s+(?:pelo|pela)',
  'vraag',
  'fråga',
  'zapytaj|poproś',
);
/** "Also" and what joins a verb of asking with its object. */
export const ALSO = '(?:(?:also|auch|aussi|también|anche|também|ook|också|też|również)\\s+)?(?:(?:nach|om|naar|efter|o)\\s+)?';

export const MAKE_IT = any(
  'make|let',
  'mach(?:e)?|gestalte|lass',
  'rends|rendez|fais',
  'haz(?:lo|la)?|haga(?:lo|la)?|vuelve',
  'rendi(?:la|lo)?|fai',
  'torna|torne|deixa|deixe|faz|faça',
  'maak',
  'gör',
  'zrób|uczyń',
);
export const USE = any(
  'use|switch\\s+to|paint|go\\s+(?:for|with)|try',
  'nimm|verwende|nutze|färbe',
  'utilise[rz]?|passe\\s+(?:au|en)',
  'usa|use|utiliza',
  'gebruik',
  'använd',
  'użyj',
);

export const TRANSLATE = any(
  'translate',
  'übersetze?',
  'traduis|traduire|traduisez',
  'tradu(?:ce|zca)|tradúce?(?:lo|la)?|traducir',
  'traduci(?:la|lo)?|tradurre',
  'traduz(?:a|ir)?',
  'vertaal',
  'översätt',
  'przetłumacz',
);
export const SHORTEN = any(
  'shorten|abridge|condense|trim|tighten(?:\\s+up)?|cut\\s+down|trim\\s+down|cut\\s+back|reduce',
  'kürze?|straffe',
  'raccourci[st]|raccourcissez|abrège|condense',
  'acorta|acorte|abrevia|resume|recorta',
  'accorcia|abbrevia',
  'encurta|encurte|abrevia|abrevie',
  'verkort|kort\\s+in',
  'förkorta|korta\\s+(?:ned|ner)',
  'skróć',
);
/** "Shorter", behind an order to make something so. */
export const SHORTER =
  '(?:(?:much|a\\s+(?:bit|little|lot)|way|even|viel|etwas|plus|más|più|mais|veel|wat|mycket|lite)\\s+)*(?:shorter|briefer|kürzer|knapper|courte?s?|brève?s?|cort[oa]s?|breves?|brevi|curt[oa]s?|korter|kortare|krótsz\\p{L}+)';

/** Infinitives and particles that stand at the end: "die Preise bitte raus", "het formulier verwijderen". */
export const REMOVE_LAST =
  '(?:entfernen|löschen|streichen|rausnehmen|herausnehmen|wegnehmen|weglassen|rauswerfen|(?:kann|können|soll|sollen|muss|müssen)\\s+(?:weg|raus)|raus|weg|verwijderen|weghalen|schrappen|(?:mag|moet)\\s+(?:weg|eruit)|eruit|bort|ska\\s+bort|usunąć|do\\s+usunięcia|(?:can|should|must|has\\s+to|have\\s+to|needs?\\s+to)\\s+(?:go|be\\s+(?:removed|deleted|taken\\s+(?:out|off|down)))|out|off|gone|away)';
export const ADD_LAST = '(?:hinzufügen|ergänzen|einfügen|einbauen|dazu|rein|hinein|toevoegen|erbij|dodać)';
export const DUPLICATE = any(
  'duplicate|copy|clone|repeat|double',
  'dupliziere?|kopiere?|verdopple?',
  'dupliqu(?:e[rz]?)|copie[rz]?',
  'duplica[r]?|duplique|copia[r]?|copie',
  'dupliceer|kopieer',
  'duplicera|kopiera',
  'zduplikuj|skopiuj',
);
export const RENAME = any(
  'rename|retitle|relabel|call',
  'nenne|benenne|umbenennen',
  'renomme[rz]?|appelle[rz]?',
  'renombra[r]?|llama|rinomina|chiama|renomeia|renomeie|chama',
  'hernoem|noem',
  'döp\\s+om|kalla',
  'zmień\\s+nazwę|nazwij',
);
