import { Lexicon, lexicon } from './words.ts';

/** What a word before a colon says about what stands behind it. */
export type Label =
  | 'name'
  | 'headline'
  | 'lede'
  | 'button'
  | 'subject'
  | 'preview'
  | 'looks'
  | 'audience'
  | 'goal'
  | 'fields'
  | 'sign'
  | 'code'
  | 'drop'
  | 'when'
  | 'where'
  | 'price'
  | 'phone'
  | 'email'
  | 'hours'
  | 'address'
  | 'deadline'
  | 'salary'
  | 'host'
  | 'until'
  | 'offer'
  | 'role';

const WORDS: Record<Label, string> = {
  name: 'org|salon|hotel|restaurant|studio|couple|the couple|bride and groom|employer|employer name|charity|charity name|arbeitgeber|arbeitgeberin|employeur|empleador|datore di lavoro|empregador|werkgever|arbetsgivare|pracodawca|name|business|business name|company|company name|brand|brand name|product|product name|event|event name|client|project|project name|band|band name|app|app name|organisation|organization|club|shop|store|firma|firmenname|produkt|veranstaltung|nom|entreprise|produit|événement|nombre|empresa|producto|evento|nome|azienda|prodotto|empresa|produto|naam|bedrijf|namn|företag|nazwa|firma|名前|名称|店名|屋号|イベント名|商品名',
  headline:
    'headline|heading|title|hero|h1|main headline|big headline|hero headline|hero text|page title|titel|überschrift|titre|título|titolo|titular|kop|rubrik|nagłówek|tytuł|見出し|タイトル|标题',
  lede: 'key message|key messages|main message|core message|kernbotschaft|message clé|mensaje clave|messaggio chiave|mensagem principal|kernboodschap|budskap|sub|subline|subheadline|sub headline|sub-headline|subheading|subtitle|tagline|one liner|one-liner|claim|slogan|strapline|intro|intro text|unterzeile|untertitel|sous-titre|accroche|subtítulo|lema|sottotitolo|ondertitel|underrubrik|podtytuł|キャッチコピー|サブタイトル|副标题',
  button:
    'button|buttons|cta|call to action|button text|button label|cta button|all buttons|knopf|schaltfläche|bouton|botón|pulsante|bottone|botão|knop|knapp|przycisk|ボタン|按钮',
  subject: 'subject|subject line|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|ämnesrad|temat|件名|主题',
  preview: 'preview|preview text|preheader|vorschau|vorschautext|aperçu|vista previa|anteprima|pré-visualização|プレビュー',
  looks:
    'look|looks|look and feel|style|tone|tone of voice|voice|colours|colors|colour|color|design|brand|branding|brand colours|brand colors|palette|font|fonts|mood|vibe|feel|theme|ton|tonalität|farben|farbe|stil|gestaltung|couleurs|style|ambiance|colores|estilo|tono|colori|stile|cores|tom|kleuren|stijl|toon|färger|stil|ton|kolory|styl|色|配色|デザイン|トーン|雰囲気|颜色|风格',
  audience:
    'target|target customers|audience|target audience|target group|who|who for|who it is for|for whom|zielgruppe|public|público|destinatari|doelgroep|målgrupp|odbiorcy|対象|ターゲット|受众',
  goal: 'who we are|who i am|who it is|wer wir sind|wer ich bin|qui sommes-nous|quiénes somos|chi siamo|quem somos|wie wij zijn|vilka vi är|kim jesteśmy|story|our story|family story|history|what it does|what we do|what it is|description|goal|goals|purpose|aim|brief|type|task|what|about|topic|ziel|zweck|thema|objectif|sujet|objetivo|tema|obiettivo|argomento|doel|onderwerp|mål|ämne|cel|temat|目的|内容|テーマ|主题',
  fields:
    'form fields|fields|ask|ask for|ask them|questions to ask|form|formular|formularfelder|felder|champs|formulaire|campos|formulario|campi|modulo|formulário|velden|formulier|fält|formulär|pola|formularz|フォーム|項目|入力項目|表单',
  sign: 'sign|signed|sign off|sign-off|signature|from|sender|unterschrift|absender|gez|signé|signature|firma|firmado|firmato|assinado|ondertekend|undertecknat|podpis|差出人|署名',
  code: 'code|promo code|coupon|coupon code|discount code|voucher|voucher code|gutscheincode|rabattcode|code promo|código|codice|codice sconto|código de desconto|kortingscode|rabattkod|kod|kod rabatowy|クーポン|クーポンコード',
  drop: 'persona|personas|mandatory|mandatories|must have|must haves|must contain|objective|objectives|kpi|kpis|comms brief|creative brief|interviewers|stakeholders|context|contexte|contexto|contesto|kontext|kontekst|hintergrund|seo|keywords|word count|ps|p.s|note|notes|nb|hi|hello|thanks|legal|important|goal of the page|wichtig|hinweis',
  when: 'when|date|dates|date and time|day|time|starts|start|doors|wann|datum|termin|zeit|beginn|quand|date|horaire|cuándo|fecha|hora|quando|data|ora|wanneer|när|tid|kiedy|termin|日時|日程|开始|时间',
  where:
    'where|area|areas|area covered|areas covered|service area|coverage|we cover|where we work|base|based|based in|arbeitsort|dienstort|einsatzort|lieu de travail|lugar de trabajo|sede di lavoro|local de trabalho|standplaats|arbetsplats|miejsce pracy|place|venue|location|town|city|wo|ort|veranstaltungsort|où|lieu|dónde|lugar|dove|luogo|onde|local|waar|locatie|var|plats|gdzie|miejsce|場所|会場|地点',
  price:
    'price|cost|costs|fee|entry|entrance|admission|guide price|rent|preis|kosten|eintritt|miete|prix|tarif|entrée|loyer|precio|coste|entrada|alquiler|prezzo|costo|ingresso|affitto|preço|custo|entrada|renda|prijs|kosten|entree|huur|pris|inträde|hyra|cena|wstęp|czynsz|料金|参加費|価格|价格',
  phone: 'phone|tel|telephone|call|mobile|telefon|handy|téléphone|teléfono|telefono|telefone|telefoon|電話|电话|tel.',
  email: 'email|e-mail|mail|email address|mail address|correo|courriel|mejl|e-post|メール|邮箱',
  hours:
    'hours|opening hours|opening times|open|öffnungszeiten|geöffnet|horaires|ouvert|horario|horarios|orari|orario|horário|openingstijden|öppettider|godziny otwarcia|otwarte|営業時間|营业时间',
  address: 'address|street|adresse|anschrift|dirección|indirizzo|morada|endereço|adres|adress|住所|地址',
  deadline:
    'deadline|apply by|closing date|rsvp by|reply by|bewerbungsschluss|anmeldeschluss|frist|date limite|fecha límite|plazo|scadenza|prazo|uiterlijk|sista dag|termin zgłoszeń|締切|締め切り|截止',
  salary: 'salary|pay|wage|gehalt|lohn|vergütung|salaire|salario|sueldo|stipendio|salário|salaris|lön|wynagrodzenie|給与|時給|薪资',
  host: 'host|hosts|hosted by|with|speaker|teacher|trainer|led by|instructor|leiter|leitung|dozent|referent|animé par|intervenant|ponente|imparte|relatore|docente|orador|formador|spreker|talare|prowadzący|講師|主催',
  until:
    'until|valid until|valid|offer ends|ends|gültig bis|jusqu’au|válido hasta|valido fino al|válido até|geldig tot|gäller till|ważne do|有効期限',
  offer: 'incentive|reward|offer|deal|angebot|offre|oferta|offerta|aanbieding|erbjudande|オファー',
  role: 'role|position|job|job title|stelle|poste|puesto|posizione|cargo|functie|tjänst|stanowisko|職種|职位',
};

let labels: Lexicon<Label> | undefined;
const lexiconOfLabels = (): Lexicon<Label> => {
  labels ??= new Lexicon(
    Object.entries(WORDS).flatMap(([label, words]) => words.split('|').map((word): [string, Label] => [word, label as Label])),
  );
  return labels;
};

const TRIMMED =
  /^(?:also|and|please|the|my|our|a paragraph|a section|a list|a|an|some|die|der|das|unsere?|le|la|les|el|los|las|il|gli|o|os|as|de|het)\s+|\s+(?:section|block|area|is|are|should be|abschnitt|bereich|sección|sezione|secção|sectie)$/giu;

/** "Name of the scheme", "practice name". */
const NAMES = /^name of (?:the|our|my)\s\p{L}+$|^\p{L}+ name$/iu;

/** "Consent form", "the sign-up form fields" */
const FORM =
  /^(?:[\p{L}-]{2,20}\s){1,3}form(?:\sfields?)?$|^(?:applicants|entrants|guests|people)\s(?:must\s)?(?:submit|send|give|provide|tell us)$/iu;

/** What a label is; a kind of part, where it is one. */
export function labelOf(text: string): { label: Label } | { part: string } | undefined {
  const whole = text.trim();
  // "Who we are" is a label as it stands.
  const words = lexiconOfLabels().has(whole) ? whole : whole.replace(TRIMMED, '').replace(TRIMMED, '').trim();
  if (words === '' || words.length > 60) return undefined;
  if (FORM.test(words)) return { part: 'form' };
  const label = lexiconOfLabels().whole(words) ?? (NAMES.test(words) ? 'name' : undefined);
  const part = lexicon('sections').whole(words);
  // "Projects" are parts of a page, a "project" is what has a name.
  if (part && (part === 'logos' || (lexicon('sections').has(words) && !lexiconOfLabels().has(words)))) return { part };
  if (part === 'people' && label === 'host' && !/^(?:with|host|by)$/iu.test(words)) return { part };
  if (
    label &&
    !(
      part &&
      ['hours', 'fields'].includes(label) === false &&
      ['schedule', 'pricing', 'menu', 'faq'].includes(part) &&
      !['price', 'when', 'where'].includes(label)
    )
  )
    return { label };
  return part ? { part } : undefined;
}
