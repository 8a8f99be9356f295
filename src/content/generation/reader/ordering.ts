import { anyCase, once } from './words.ts';

/** Strips the order from prompts in other languages: "Ich brauche eine Seite für …" becomes "Seite für …". */

interface Ordering {
  words: string;
  things: string;
  /** Behind the thing, before its purpose. */
  for: string;
}

const ORDERINGS: Record<string, Ordering> = {
  de: {
    words:
      'ich|wir|mir|uns|du|sie|ihr|brauch\\p{L}{0,3}|benötig\\p{L}{1,3}|möchte\\p{L}?|hätte\\p{L}?|gern\\p{L}?|will|wollen|wünsch\\p{L}{1,3}|such\\p{L}{1,3}|kannst|könntest|können|könnt\\p{L}{1,2}|würdest|bitte|mal|schnell|dringend|erstell\\p{L}{0,3}|mach\\p{L}{0,2}|bau\\p{L}{0,2}|bastel\\p{L}?|schreib\\p{L}{0,2}|verfass\\p{L}{0,2}|formulier\\p{L}{0,2}|gestalt\\p{L}{0,3}|entwirf|entwerfe\\p{L}?|generier\\p{L}{0,2}|haben|eine?\\p{L}?|die|den|das|meine?|unsere?|neue?|kleine?|kurze?|einfache?|schlichte?|schöne?|nette?|freundliche?|moderne?',
    things:
      '[\\p{L}-]{0,24}(?:seite|website|webseite|homepage|landingpage|landing page|page|onepager|mail|mailing|newsletter|einladung|nachricht|rundschreiben|rundbrief|brief|erinnerung)',
    for: 'für|über|zu|zum|zur|von|an',
  },
  fr: {
    words:
      "je|j['’]ai|j['’]aimerais|nous|on|il|me|m['’]|moi|nous|avons|a|besoin|d['’]|de|faut|veux|voudrais|voudrions|voulons|veut|souhaite|souhaitons|aimerais|cherche|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu|peux|stp|svp|faire|avoir|créer|écrire|rédiger|crée\\p{L}?|créez|cré\\p{L}{1,2}|fais|faites|fais-moi|écris|écrivez|rédige\\p{L}?|prépare\\p{L}?|conçois|concevez|génère\\p{L}?|une?|le|la|notre|mon|ma|petite?|petit|simple|jolie?|belle|courte?|court|nouvelle|nouveau",
    things: 'page|site(?: web| vitrine)?|landing(?: page)?|mail|mailing|e-?mail|courriel|newsletter|infolettre|message|invitation|lettre',
    for: 'pour|sur|de|du|des|à|aux',
  },
  es: {
    words:
      'necesit\\p{L}{1,5}|quier\\p{L}{1,3}|quer\\p{L}{2,5}|quisier\\p{L}{1,4}|me|nos|gustaría|hace|falta|hacer|tener|crear|crea|créame|creame|crear|haz|hazme|hagas|hacerme|prepara|prepárame|redacta|redáctame|redactar|escribe|escríbeme|escribir|diseña|diséñame|genera|puedes|podrías|podéis|puede|por|favor|que|una?|el|la|mi|nuestra|nuestro|pequeñ\\p{L}|sencill\\p{L}|bonit\\p{L}|cort\\p{L}|nuev\\p{L}|breve',
    things:
      'página(?: web)?|pagina(?: web)?|página|web|sitio(?: web)?|landing(?: page)?|correo(?: electrónico)?|mail|e-?mail|mensaje|boletín|newsletter|invitación|carta',
    for: 'para|sobre|de|del|a',
  },
  it: {
    words:
      "mi|ci|serve|servirebbe|servono|ho|abbiamo|avrei|bisogno|di|vorrei|vorremmo|voglio|vogliamo|cerco|puoi|potresti|può|potete|creare|fare|scrivere|avere|crea|creami|creaci|fai|fammi|scrivi|scrivimi|prepara|preparami|redigi|genera|realizza|realizzami|farmi|crearmi|scrivermi|per|favore|una?|un['’]|la|il|l['’]|mia|nostra|nostro|piccol\\p{L}|semplice|bell\\p{L}|breve|nuov\\p{L}",
    things: 'pagina(?: web)?|sito(?: web)?|landing(?: page)?|mail|e-?mail|messaggio|newsletter|invito|lettera',
    for: 'per|su|di|del|della|dei|a|ai',
  },
  pt: {
    words:
      'preciso|precisamos|precisava|quero|queremos|queria|queríamos|gostaria|gostava|gostaríamos|de|que|podes|pode|podia|poderia|consegue|fazer|criar|escrever|ter|cria|crie|criar|faz|faça|faz-me|faça-me|me|monta|monte|escreve|escreva|redige|redija|prepara|prepare|gera|gere|desenha|por|favor|uma?|a|o|minha|nossa|nosso|pequen\\p{L}|simples|bonit\\p{L}|curt\\p{L}|nov\\p{L}|breve',
    things: 'página|pagina|site|landing(?: page)?|mail|e-?mail|mensagem|newsletter|convite|carta',
    for: 'para|pro|pra|sobre|de|do|da|dos|das|a|aos|às',
  },
  nl: {
    words:
      'ik|wij|we|wil|willen|zou|zouden|graag|zoek|zoeken|heb|hebben|kun|kunt|kan|je|jij|u|mij|me|ons|voor|maak|schrijf|ontwerp|bouw|stel|bedenk|genereer|alsjeblieft|aub|eens|even|een|de|het|mijn|onze|ons|nodig|kleine?|simpele?|mooie?|korte?|nieuwe?|leuke?|eenvoudige?',
    things:
      '[\\p{L}-]{0,24}(?:pagina|landing|website|webpagina|site|mailing|mail|mailtje|berichtje|nieuwsbrief|brief|bericht|uitnodiging|herinnering)',
    for: 'voor|over|van|aan|naar',
  },
  sv: {
    words:
      'jag|vi|behöver|vill|skulle|gärna|ha|kan|du|ni|mig|oss|åt|gör|göra|skapa|skriv|skriva|bygg|ta|fram|formulera|snälla|en|ett|vår|vårt|min|mitt|ny|nytt|liten|enkel|enkelt|fin|kort|snygg',
    things: '[\\p{L}-]{0,24}(?:sida|webbplats|sajt|mejl|mail|nyhetsbrev|brev|inbjudan|utskick|påminnelse)',
    for: 'för|om|av|till',
  },
  pl: {
    words:
      'potrzebuj\\p{L}{1,3}|potrzebna|potrzebny|chc\\p{L}{1,4}|chciał\\p{L}{2,5}|poproszę|proszę|prosimy|o|czy|możesz|możecie|mógłbyś|mogłabyś|zrób|zróbcie|zrobić|stwórz|stworzyć|napisz|napisać|przygotuj|przygotować|zaprojektuj|ułóż|wygeneruj|mi|nam|dla|jakąś|prost\\p{L}{1,3}|ładn\\p{L}{1,3}|krótk\\p{L}{1,4}|now\\p{L}{1,3}|mał\\p{L}{1,3}',
    things:
      'stron\\p{L}{1,3}|stronk\\p{L}|landing\\p{L}{0,4}|mail\\p{L}?|e-?mail\\p{L}?|mejl\\p{L}?|wiadomość|wiadomości|newsletter\\p{L}?|zaproszeni\\p{L}|podstron\\p{L}',
    for: 'dla|o|na|do',
  },
};

const GREETING =
  /^\s*(?:(?:hallo|hi|hey|guten (?:tag|morgen)|moin|servus|bonjour|salut|coucou|hola|buenas(?: tardes)?|buenos días|ciao|buongiorno|salve|olá|oi|bom dia|boa tarde|hoi|hallo|goedemorgen|hej|tjena|hejsan|dzień dobry|cześć|hej)(?:\s(?:zusammen|allerseits|à tous|a todos|a tutti|allemaal|alla))?\s*[,!.:–-]*\s*)/iu;

const patternsOf = (lang: string) =>
  once(`ordering ${lang}`, () => {
    const ordering = ORDERINGS[lang];
    if (!ordering) return undefined;
    const thing = `(?:[\\p{L}-]{2,20}\\s){0,2}(?:${ordering.things})`;
    const why = `${WHY}\\s(?:(?:${ordering.for}|il|la|el|le|o|a|den|die)\\s|dell['’]|l['’])?`;
    return {
      order: anyCase`^[¿¡]?(?:(?:${ordering.words})(?:(?<=['’])|[\s,]+)){1,10}(?=${thing}(?!\p{L}))`,
      thing: anyCase`^${thing}(?!\p{L})`,
      behind: anyCase`^${thing}${DESCRIBED}${KIND_OF}(?:${why}|\s(?:${ordering.for})\s)`,
    };
  });

/** "Actúa como experto en marketing." */
const ACT_AS =
  /^\s*(?:act[uú]a como|compórtate como|eres (?:un|una) (?:experto|experta|redactor|copywriter|especialista)|handle als|agiere als|verhalte dich wie|du bist (?:ein|eine) (?:erfahren|experte|profi|marketing|werbetext|webdesign|texter)|agis (?:comme|en tant que)|tu es (?:un|une) (?:expert|rédact|copywriter|spécialiste)|agisci come|sei (?:un|una) (?:esperto|esperta|copywriter|web)|ag[ei] como|aja como|atue como|(?:você é|és) (?:um|uma) (?:especialista|redator|copywriter)|gedraag je als|je bent een (?:ervaren|expert|copywriter|marketeer)|agera som|du är en (?:erfaren|expert|copywriter)|działaj jako|jesteś (?:ekspert|copywriter|specjalist))[^.!?\n]{0,160}[.!?\n]\s*/iu;

const PEOPLE = "(?:\\p{L}+\\s){0,3}?[\\p{L}'’]{3,20}(?:\\s(?:del|de la|della|do|da|der|des|von|de|du|van|av)\\s[^,.]{2,40}?)?";
const DEEDS: Record<string, [RegExp, string][]> = {
  de: [
    [anyCase`^(?:bitte\s)?lad(?:e|en)?\s${PEOPLE}\s(?:herzlich\s)?(?:zu[mr]?)\s`, 'Einladung zu '],
    [anyCase`^(?:bitte\s)?erinner(?:e|n)?\s${PEOPLE}\s(?:an)\s`, 'Erinnerung an '],
  ],
  fr: [
    [anyCase`^invite[rz]?\s${PEOPLE}\s(?=(?:à la|à l['’]|au|aux|à)\s?)`, 'invitation '],
    [anyCase`^rappelle[rz]?\s(?:à|aux)\s${PEOPLE}\s(?=(?:la|le|l['’]|les|notre)\s?)`, 'mail de rappel pour '],
  ],
  es: [
    [anyCase`^invita\p{L}?\s(?:a\s)?${PEOPLE}\s(?=(?:a la|al|a nuestr[oa]|a una?)\s)`, 'invitación '],
    [anyCase`^rec[uo]+[eé]?rda\p{L}{0,4}\s(?:a\s)${PEOPLE}\s(?=(?:la|el|nuestr[oa])\s)`, 'recordatorio de '],
  ],
  it: [
    [anyCase`^invita\p{L}?\s${PEOPLE}\s(?=(?:alla|al|all['’]|a)\s?)`, 'invito '],
    [anyCase`^ricorda\p{L}?\s(?:ai|agli|alle|a)\s${PEOPLE}\s(?=(?:la|il|l['’]|lo)\s?)`, 'promemoria per '],
  ],
  pt: [
    [anyCase`^convid[ea]r?\s${PEOPLE}\s(?=(?:para o|para a|para)\s)`, 'convite '],
    [anyCase`^lembr[ea]r?\s(?:os|as|aos|às)\s${PEOPLE}\s(?=(?:da|do|de)\s)`, 'lembrete '],
  ],
  nl: [
    [anyCase`^nodig\s${PEOPLE}\s(?:uit\s)?(?:voor|op)\s`, 'uitnodiging voor '],
    [anyCase`^herinner\s${PEOPLE}\saan\s`, 'herinnering aan '],
  ],
  sv: [
    [anyCase`^bjud in\s${PEOPLE}\still\s`, 'inbjudan till '],
    [anyCase`^påminn\s${PEOPLE}\som\s(?!att)`, 'påminnelse om '],
  ],
  pl: [
    [anyCase`^zaproś\s${PEOPLE}\sna\s`, 'zaproszenie na '],
    [anyCase`^przypomnij\s${PEOPLE}\so\s`, 'przypomnienie o '],
  ],
};

export function withoutOrder(text: string, lang: string): string {
  const known = patternsOf(lang);
  if (!known) return text;
  const greeted = text.replace(GREETING, '').replace(ACT_AS, '');
  const ordered = DEEDS[lang]?.find(([pattern]) => pattern.test(greeted));
  return ordered ? greeted.replace(...ordered) : greeted.replace(known.order, '');
}

export const namesDocument = (text: string, lang: string): boolean => patternsOf(lang)?.thing.test(text) ?? false;

/** "page d'inscription pour" */
const KIND_OF = "(?:\\s(?:de|d['’]|di|da|do|del|della|na|z|av|van|voor de|om)\\s?(?:\\p{L}+)(?:\\s(?:de|d['’]|di|da|do)\\s?\\p{L}+)?)?";
const DESCRIBED =
  '(?:\\s(?:simpl\\p{L}{0,3}|sencill\\p{L}|semplic\\p{L}|modern\\p{L}|bonit\\p{L}|bell\\p{L}|elegant\\p{L}|sobre|clara|chiara)){0,2}';
/** "… per ricordare ai soci l'assemblea": recipients and reason precede the subject. */
const WHY =
  ',?\\s(?:per|pour|para|om|för att|żeby|aby|a|zur|zum)\\s(?:ricordar|avvisar|informar|invitar|annunciar|comunicar|rappeler|annoncer|inviter|informer|prévenir|recordar|avisar|anunciar|lembrar|convidar|påminna|informera|bjuda in|meddela|przypomnieć|poinformować|zaprosić)(?:e|les|gli|loro)?(?:\\s(?:(?:a|ai|agli|alle|aux|à|nos|les|los|las|al|nuestros|nuestras|os|as|aos|às|våra|alla|i|gli|le|tutti|tutte|todos|todas|tous|nostri|nostre|nossos|naszym|wszystkim|klientom)\\s){1,3}[\\p{L}]{3,20})?';

/** @returns where the purpose of the document starts */
export const behindDocument = (text: string, lang: string): number | undefined => patternsOf(lang)?.behind.exec(text)?.[0].length;
