/*
 * Words that tell prompts apart, in the languages of the library, for lower-case text. `x*` matches words that begin with x; a word in a
 * script without blanks may stand anywhere.
 */

/** Written out, since a pattern over all of Unicode's letters takes a hundred times as long to compile. */
const LETTER = 'a-z\\u00df-\\u024f\\u0370-\\u052f';
const isUnspaced = (word: string): boolean => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word);

/** Blanks and hyphens are interchangeable. */
function alternatives(...lists: string[]): string {
  const all = lists.flatMap((list) => list.split(/\s*[|\n]\s*/u)).filter((word) => word !== '');
  const written = (word: string) =>
    word
      .replace(/[.+?^${}()[\]\\/]/g, '\\$&')
      .replaceAll('-', '[\\s-]?')
      .replaceAll(' ', '[\\s-]+')
      .replaceAll('*', `[${LETTER}]*`);
  const spaced = all.filter((word) => !isUnspaced(word)).map(written);
  const unspaced = all.filter(isUnspaced).map(written);
  return [...(spaced.length > 0 ? [`(?<![${LETTER}\\d])(?:${spaced.join('|')})(?![${LETTER}\\d])`] : []), ...unspaced].join('|');
}

const anywhere = (...lists: string[]): RegExp => new RegExp(alternatives(...lists), 'u');
const first = (...lists: string[]): RegExp => new RegExp(`^(?:${alternatives(...lists)})`, 'u');
/**
 * One or several of these words and nothing else. A phrase may contain two others, and a text many: longer ones come first, and a match is
 * not tried again.
 */
function only(list: string): RegExp {
  const longestFirst = list.split(/\s*[|\n]\s*/u).sort((a, b) => b.length - a.length);
  return new RegExp(`^(?:(?=((?:${alternatives(longestFirst.join('|'))})[\\s.,!?~…:()'。、！？-]*))\\1)+$`, 'u');
}

/** Names of pages and their parts. Compounds of German, Dutch and Swedish end with them. */
export const WEB = new RegExp(
  [
    alternatives(
      // English
      `page|pages|landing*|homepage|home page|microsite|website*|web site*|webpage*|web|site|sites|portal|storefront|web shop|webshop|online shop|online store
      form|forms|sign-up*|signup*|opt-in|registration*|register page|rsvp*|waitlist|wait-list|waiting list|survey|questionnaire|poll|booking|checkout
      html|css|header|footer|hero|headline|sub-headline|subheading|cta|call to action|button*|navbar|nav bar|menu bar|banner|section|sections|layout|faq|lead magnet
      portfolio|link in bio|coming-soon|countdown|splash|pricing table|testimonials|newsletter|blog|url|seo`,
      // German
      `*seite|*seiten|*seitchen|formular|formulare|*formular|*formulare|anmeldung|registrierung|warteliste|umfrage|überschrift|schaltfläche|knopf|kopfzeile|fußzeile|abschnitt|abschnitte|internetauftritt|webauftritt|onlineshop|buchung`,
      // French
      `site|sites|formulaire*|inscription*|sondage|bouton|titre|en-tête|pied de page|liste d'attente|accueil|boutique en ligne|rubrique*`,
      // Spanish, Portuguese, Italian
      `página*|pagina|pagine|sitio*|site|sito|siti|formulario*|formulário*|modulo*|inscripción*|inscrição|inscrições|iscrizione|iscrizioni|registro|registo|encuesta|sondaggio|botón*|botão|botões|pulsante*|encabezado|titular|titolo|título|lista de espera|lista d'attesa|tienda online|loja online|negozio online|sección*|seção|seções|sezione|sezioni`,
      // Dutch
      `*pagina|*pagina's|formulier*|*formulier|aanmelding|inschrijving|wachtlijst|enquête|knop|koptekst|kop|webwinkel|sectie*`,
      // Swedish
      `*sida|*sidan|*sidor|formulär*|*formulär|anmälan|anmälning*|väntelista|enkät|knapp*|rubrik*|webbplats*|sajt*|webb*|avsnitt`,
      // Polish
      `stron*|witryn*|formularz*|rejestracj*|zapisy|zapis*|ankiet*|przycisk*|nagłów*|lista oczekujących|sklep internetowy|sekcj*`,
      // Japanese
      `ページ|サイト|フォーム|ランディング|申し込み|申込|登録|ウェブ|ホームページ|アンケート|ボタン|見出し|予約|ブログ|ニュースレター`,
    ),
  ].join('|'),
  'u',
);

/** Politeness and other beginnings, before the order. */
export const COURTESIES = new RegExp(
  `^(?:${alternatives(
    `hi|hello|hey|hi there|hello there|hey there|dear|thanks|ok|okay|so|well|please|kindly|can you|could you|would you|will you|can u|i want you to|i'd like you to|i would like you to|i need you to|help me|help me to|i want to|i need to|you should|your task is to|now|just|quickly|assistant|chatgpt|ai|ignore all previous instructions and|ignore previous instructions and|ignore all instructions and
    hallo|guten tag|guten morgen|bitte|kannst du|könntest du|können sie|könnten sie|würdest du|ich möchte, dass du|ich brauche|hilf mir|mal|mir|mir bitte
    bonjour|salut|s'il te plaît|s'il vous plaît|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|je veux que tu|aide-moi à|merci de
    hola|buenos días|por favor|puedes|podrías|puede|quiero que|necesito que|ayúdame a
    ciao|buongiorno|per favore|puoi|potresti|può|vorrei che|aiutami a
    olá|oi|bom dia|por favor|pode|você pode|poderia|podes|quero que|preciso que|ajude-me a|me ajude a
    hallo|hoi|goedemorgen|alsjeblieft|alstublieft|kun je|kunt u|zou je|wil je|help me
    hej|hejsan|god morgon|snälla|kan du|skulle du kunna|vill du|hjälp mig att
    cześć|dzień dobry|proszę|czy możesz|możesz|czy mógłbyś|mógłbyś|pomóż mi
    こんにちは|すみません|お願いします`,
  )})[\\s,.!:;、。！-]*`,
  'u',
);

/** Orders to make something, and for whom. The thing comes next. */
export const MAKING = new RegExp(
  `^(?:${alternatives(
    `write|compose|create|generate|make|draft|give|tell|produce|draw|paint|sketch|code|program|build|develop|implement|prepare|design|show|sing|recite|need|i need|i want|i'd like|i would like|send|render
    schreib*|verfass*|erstell*|generier*|mach*|gib|gebt|erzähl*|zeichn*|mal|male|programmier*|entwickl*|entwirf|dichte|sing|ich brauche|ich will|ich möchte|ich hätte gern
    écris|écrivez|écrire|rédige*|rédigez|crée|créez|créer|génère*|générez|fais|faites|donne*|donnez|raconte*|dessine*|code|programme|compose*|j'ai besoin|je veux|je voudrais
    escribe*|escribir|escríbeme|redacta*|crea|crear|créame|genera*|haz|hazme|dame|cuéntame|cuenta|dibuja*|programa|compón|necesito|quiero
    scrivi*|scrivere|scrivimi|redigi|crea*|genera*|fai|fammi|dammi|raccontami|racconta|disegna*|programma|componi|ho bisogno|voglio|vorrei
    escreva*|escreve*|redija|crie|criar|cria|gere|gera|faça|faz|dê|dá|conte|conta|desenhe|desenha|programe|programa|componha|preciso|quero
    schrijf|maak|genereer|geef|vertel|teken|programmeer|ontwikkel|stel|ik wil|ik heb nodig
    skriv|skapa|generera|gör|ge|berätta|rita|programmera|utveckla|komponera|jag vill ha|jag behöver
    napisz|stwórz|utwórz|wygeneruj|zrób|podaj|daj|opowiedz|narysuj|zaprogramuj|ułóż|skomponuj|potrzebuję|chcę`,
  )})(?:[\\s,]+(?:me|us|him|her|up|out|mir|uns|bitte|moi|nous|mig|oss|mij|ons|mi|nam|meg|please|für mich|um|down))*\\s+`,
  'u',
);

export const ARTICLES =
  /^(?:(?:a|an|the|some|one|another|my|our|your|ein|eine|einen|einem|einer|das|die|der|den|meine?n?|unsere?n?|un|une|des|du|le|la|les|l'|mon|ma|una|el|los|las|mi|lo|gli|il|i|uno|um|uma|o|os|as|meu|minha|een|het|de|mijn|ett|en|min|mitt|mój|moją|jakiś|\d+|two|three|five|ten|zwei|drei)\s+|l'|d'|de l')*/u;

/**
 * Things that are no page, and are asked for often. In English, German, Dutch and Swedish the noun comes last, as in "essay contest"; in
 * the other languages the description follows.
 */
export const FOREIGN = new RegExp(
  `(?:${alternatives(
    `poem|poems|haiku|haikus|limerick*|sonnet*|song|songs|lyrics|rap|rhyme*|story|stories|short story|fairy tale|bedtime story|novel|fan fiction|fanfic|joke|jokes|riddle*|pun|puns|essay|essays|thesis|dissertation|homework|term paper|research paper|book report
    letter|cover letter|love letter|email|e-mail|emails|mail|text message|sms|tweet|tweets|linkedin post|instagram caption*|facebook post|resume|cv|curriculum vitae
    python|javascript|typescript|sql|sql query|regex|regular expression|script|scripts|function|algorithm|unit test*|code|source code|dockerfile|formula|excel sheet|spreadsheet|macro|discord bot|telegram bot|chatbot|web scraper|compiler
    powerpoint|powerpoint presentation|slide deck|slides|image|images|picture|photo|photograph|painting|drawing|logo|icon|video|cartoon|comic|melody|beat|recipe|recipes|meal plan|diet plan|workout|workout plan|shopping list|to-do list|crossword|sudoku|screenplay|movie script|speech|eulogy|translation|summary|contract|invoice|weather forecast|math problem*
    *gedicht|*gedichte|lied|liedtext*|songtext*|reim*|geschichte|kurzgeschichte|märchen|gutenachtgeschichte|roman|witz|witze|rätsel|aufsatz|hausaufgabe*|hausarbeit|bachelorarbeit|referat|brief|liebesbrief|anschreiben|bewerbungsschreiben|lebenslauf|*skript|funktion|algorithmus|bild|bilder|foto|zeichnung|rezept|rezepte|übersetzung|zusammenfassung|drehbuch|einkaufsliste
    liedje|songtekst|verhaal|verhaaltje|sprookje|mop|moppen|grap|raadsel|opstel|scriptie|huiswerk|sollicitatiebrief|mailtje|functie|algoritme|afbeelding|tekening|recept|recepten|toespraak|vertaling|samenvatting
    dikt|dikter|sång|låt|låttext|berättelse|saga|skämt|vits|gåta|uppsats|essä|läxa|brev|personligt brev|mejl|e-post|kod|algoritm|teckning|översättning|sammanfattning`,
  )})[\\s,]*(?:please|bitte|now|alsjeblieft|tack)?$|${alternatives(
    `poème*|haïku*|chanson*|paroles|histoire|roman|blague*|devinette*|rédaction|devoirs|lettre|courriel|fonction|algorithme|dessin|recette*|discours|traduction|résumé|scénario
    poema*|canción|cuento|historia|novela|chiste*|adivinanza|ensayo|redacción|correo|correo electrónico|función|algoritmo|código|imagen|dibujo|receta*|discurso|traducción|resumen|currículum|guion
    poesia|poesie|canzone|filastrocca|storia|racconto|fiaba|favola|romanzo|barzelletta|barzellette|indovinello|saggio|compiti|lettera|funzione|codice|immagine|disegno|ricetta|ricette|discorso|traduzione|riassunto|sceneggiatura
    haicai|canção|música|letra|conto|história|romance|piada|piadas|adivinha|redação|trabalho escolar|carta|função|imagem|desenho|receita|receitas|tradução|resumo|currículo|roteiro
    wiersz|wiersze|wierszyk|piosenk*|opowiadani*|bajk*|powieść|żart|żarty|dowcip*|zagadk*|esej|wypracowani*|rozprawk*|praca domowa|list motywacyjny|maila|skrypt|funkcj*|algorytm|obraz|obrazek|rysunek|zdjęcie|przepis|przemówieni*|tłumaczeni*|streszczeni*`,
  )}`,
  'u',
);

/** A page may be made of these, or about them. */
export const INGREDIENTS = anywhere(
  `code|source code|story|stories|image|images|picture|pictures|photo|photograph|painting|drawing|logo|icon|video|recipe|recipes|meal plan|workout plan|summary|speech
  geschichte|bild|bilder|foto|zeichnung|rezept|rezepte|zusammenfassung|histoire|image|photo|dessin|recette*|résumé|historia|imagen|foto|receta*|resumen|código
  storia|immagine|foto|ricetta|ricette|riassunto|codice|história|imagem|receita*|resumo|verhaal|afbeelding|recept|recepten|samenvatting|berättelse|kod|obraz|zdjęcie|przepis`,
);

/** "…の詩を書いて": in Japanese the thing stands before the order. */
export const FOREIGN_JA =
  /(?:詩|俳句|短歌|歌詞|小説|物語|童話|ジョーク|なぞなぞ|作文|エッセイ|論文|レポート|手紙|メール|履歴書|スクリプト|プログラム|コード|関数|絵|イラスト|画像|レシピ|翻訳|要約|宿題)(?:を|の作成を)?(?:一つ|ひとつ|1つ|短く)?(?:書|作|描|教え|考え|生成|して|送|ください|聞か)/u;

/** Orders that make no thing. */
export const OTHER_WORK = first(
  `translate|summarise|summarize|draw|paint|sketch|paraphrase|proofread|solve|calculate|compute|convert|define|explain|tell me|debug|refactor|fix this|fix my|fix the bug*|review my code|review this code|analyze|analyse|recommend me|recommend a|remind me|set a timer|set an alarm|play a|play me|play some|play music|sing me|sing a song|roleplay|role-play|pretend to be|pretend you*|act as a|act as an|answer this|answer my|answer the question*|how do you spell|conjugate|guess what|guess a|search the web|look up|turn on the|turn off the|repeat after me|say something|think of a number|pick a number|flip a coin|roll a die|roll a dice|reveal your|print your|show me your
  übersetz*|fass*|zeichne*|mal mir|löse|lös|berechne|rechne|erkläre*|erklär*|definiere|korrigiere|korrigier|erzähl*|spiel mir|spiel mit mir|sag mir|sage mir|empfiehl|empfehle mir|erinnere mich|stell* einen wecker
  traduis|traduisez|traduire|résume|résumez|résous|résoudre|calcule*|calculez|explique*|expliquez|définis|corrige|dis-moi|raconte-moi|recommande-moi|dessine*
  traduce|traducir|resume|resuelve|resolver|calcula|explica*|explícame|define|corrige|dime|recomiéndame|dibuja*
  traduci|traduce|riassumi|risolvi|calcola|spiega*|spiegami|definisci|correggi|dimmi|consigliami|disegna*
  traduza|traduz|resuma|resolva|resolve|calcule|calcula|explique|explica*|defina|corrija|diga-me|me diga|recomende-me|desenhe|desenha
  vertaal|vat|los|bereken|leg uit|leg me uit|definieer|corrigeer|zeg me|teken
  översätt|sammanfatta|lös|räkna|beräkna|förklara|definiera|rätta|säg mig|rita
  przetłumacz|streść|podsumuj|rozwiąż|oblicz|policz|wyjaśnij|wytłumacz|zdefiniuj|popraw|powiedz mi|narysuj`,
);

/** Promises of a page begin like an order: "Solve your back pain". */
export const PROMISES = first(
  `solve your|calculate your|compare your|fix your|find your|explain your|translate your|define your|analyze your|analyse your|convert your|paint your|draw your|recommend a friend
  löse deine*|lösen sie ihre*|berechne deine*|vergleiche deine*|calcule* votre|calculez votre|calcula tu|calcola il tuo|calcule seu|calcule o seu|bereken je|bereken jouw|räkna ut din|oblicz swoj*`,
);

/** In Japanese the order comes last. */
export const TASKS_JA = /(?:翻訳|要約|説明|計算|解答|解説|添削)して|解いて|訳して|教えて(?:ください|下さい)?[。！!]?$/u;

/** Audiences and owners of pages. */
export const AUDIENCE = anywhere(
  `our|visitors|customers|guests|clients|members|readers|people|attendees|donors|supporters|my business|my shop|my company|my product|my service
  unser*|besucher*|kund*|gäste*|mitglieder*|leser*|notre|nos|visiteurs|clients|membres|nuestro*|nuestra*|visitantes|clientes|nostr*|visitatori|clienti|nosso*|nossa*|onze|ons|bezoekers|klanten|vår|vårt|våra|besökare|kunder|nasz*|naszych|klient*|gości|お客様|私たち|当社`,
);

/** Beginnings of questions that need a question mark. */
export const ASKING = new RegExp(
  `${
    first(
      `what|what's|whats|who|who's|whose|whom|when|where|where's|why|how|how's|which|is|isn't|are|am|was|were|do|does|did|has|have i|should i|will it
    was|wer|wen|wem|wann|wo|woher|wohin|warum|wieso|weshalb|wie|welche*|ist|sind|hat|gibt es|wieviel|wie viele
    que|quel|quelle|quels|quelles|qui|quand|où|pourquoi|comment|combien|est-ce|qu'est-ce|c'est quoi|quoi
    qué|quién|quiénes|cuándo|dónde|por qué|cómo|cuál|cuáles|cuánto|cuántos|cuánta|cuántas|es|está
    che|cosa|cos'è|chi|quando|dove|dov'è|perché|come|quale|quali|quanto|quanti|quante|qual|com'è
    o que|quem|quando|onde|por que|como|qual|quais|quanto|quantos|quantas
    wat|wie|wanneer|waar|waarom|hoe|welke|welk|hoeveel|is
    vad|vem|när|var|varför|hur|vilken|vilket|vilka|är
    co|kto|kiedy|gdzie|dlaczego|jak|jaka|jaki|jakie|która|który|które|ile|czy`,
    ).source
  }|^¿|(?:か|何|いつ|どこ|なぜ|どう)`,
  'u',
);

/** Questions, also without their mark. */
export const QUESTIONS = new RegExp(
  `${
    first(
      `what is|what are|what was|what time|what's|whats|what does|what did|who is|who was|who won|who invented|who wrote|when is|when was|when did|where is|where are|where was|why is|why are|why do|why does|why did|how do|how does|how did|how many|how much|how old|how far|how can|how tall
    wie ist|was ist|was sind|wer ist|wer war|wer hat|wo ist|wo liegt|wann ist|wann war|warum ist|warum sind|wie viele|wie viel|wie alt
    quelle est|quel est|quel temps|qui est|qui a|où est|pourquoi est-ce|qu'est-ce|c'est quoi|combien de|comment faire
    cuál es|qué es|qué hora|quién es|quién fue|dónde está|cuántos|cuántas|cómo se|qual è|che ore|cos'è|chi è|dov'è|quanti|quante|qual é|o que é|que horas|quem é|quem foi|onde fica|quantos|quantas
    wat is|wie is|waar is|hoeveel|hoe laat|vad är|vem är|var ligger|hur många|co to jest|kto to jest|gdzie jest|która godzina|ile jest`,
    ).source
  }|(?:です|ます|でした|ました)か[。]?$|とは何`,
  'u',
);

/** Talk: greetings, thanks, trying out. */
export const CHAT = only(
  `hi|hello|helo|hey|hiya|yo|howdy|hi there|hello there|hey there|good morning|good afternoon|good evening|good night|greetings|hello world|how are you|how are you doing|how are you today|how's it going|what's up|whats up|sup|nice to meet you|thanks|thank you|thank you very much|thx|bye|goodbye|see you|ok|okay|yes|no|cool|great|lol|haha|hahaha|test|testing|tests|test test|this is a test|just testing|just a test|one two three|foo bar|foobar|abc|abcd|xyz|blah|blah blah|bla|everybody|everyone|you|bot|assistant|chatgpt|friend|i love you|are you there|anybody there|who are you|what can you do|help|help me|please
  hallo|hallöchen|guten tag|guten morgen|guten abend|gute nacht|moin|servus|grüß gott|grüezi|wie geht's|wie geht es dir|wie geht es ihnen|danke|danke schön|vielen dank|tschüss|ja|nein|das ist ein test|nur ein test|wer bist du|was kannst du|hilfe|und dir
  bonjour|bonsoir|salut|coucou|ça va|comment ça va|comment allez-vous|comment vas-tu|merci|merci beaucoup|au revoir|oui|non|ceci est un test|essai|qui es-tu
  hola|buenos días|buenas tardes|buenas noches|buenas|qué tal|cómo estás|cómo está usted|gracias|muchas gracias|adiós|hasta luego|sí|prueba|esto es una prueba|quién eres
  ciao|salve|buongiorno|buonasera|buonanotte|come stai|come va|come sta|grazie|grazie mille|arrivederci|sì|prova|questa è una prova|chi sei
  olá|oi|bom dia|boa tarde|boa noite|tudo bem|como vai|como está|como você está|obrigado|obrigada|muito obrigado|tchau|adeus|sim|não|teste|isto é um teste|quem é você
  hoi|goedemorgen|goedemiddag|goedenavond|dag|hoe gaat het|hoe gaat het met je|alles goed|dank je|dank je wel|bedankt|doei|nee|dit is een test|wie ben je
  hej|hejsan|tjena|god morgon|god kväll|hej då|hur mår du|hur är läget|läget|tack|tack så mycket|nej|det här är ett test|vem är du
  cześć|hej|dzień dobry|dobry wieczór|dobranoc|witaj|siema|jak się masz|co słychać|dziękuję|dzięki|do widzenia|tak|nie|to jest test|kim jesteś
  こんにちは|おはよう|おはようございます|こんばんは|お元気ですか|元気ですか|ありがとう|ありがとうございます|さようなら|テスト|はい|いいえ|もしもし|やあ`,
);

/** Wishes about an existing page: "make it warmer", "shorter, please". */
export const CHANGES = first(
  `make it|make this|make that|make them|make everything|make the|turn it|turn this|change|replace|swap|remove|delete|drop|shorten|lengthen|rename|rewrite it|rephrase it|redo|undo|move|translate it|translate this|translate the|translate to|translate into|translate everything|it should|it needs|it must|the text|the colou?rs|shorter|longer|bigger|smaller|darker|lighter|warmer|brighter|bolder|friendlier|simpler|more|less|fewer|another colou?r|in german|in english|in french|in spanish|be shorter|be more|it be
  mach es|mach das|mach alles|mache es|mache das|mach sie|ändere|ersetze|entferne|lösche|kürze|kürzer|länger|größer|kleiner|dunkler|heller|wärmer|freundlicher|mehr|weniger|übersetze es|übersetze das|auf deutsch|auf englisch
  rends-le|rends-la|rends|rendez|change|remplace|supprime|enlève|plus|moins|traduis-le|traduis la|en français|en anglais
  hazlo|hazla|haz que|cambia|reemplaza|sustituye|elimina|quita|más|menos|tradúcelo|en español|en inglés
  rendilo|rendila|rendi|cambia|sostituisci|rimuovi|togli|elimina|più|meno|traducilo|in italiano|in inglese
  deixe|torne|faça-o|mude|troque|substitua|remova|retire|mais|menos|traduza-o|em português|em inglês
  maak het|maak dit|maak alles|verander|vervang|verwijder|korter|langer|groter|kleiner|donkerder|lichter|warmer|meer|minder|vertaal het|in het nederlands|in het engels
  gör den|gör det|gör allt|ändra|byt|ersätt|ta bort|kortare|längre|större|mindre|mörkare|ljusare|varmare|mer|översätt den|på svenska|på engelska
  zrób to|zmień|zamień|zastąp|usuń|krócej|krótsz*|dłużej|większ*|mniejsz*|ciemniej*|jaśniej*|cieplej*|bardziej|mniej|przetłumacz to|po polsku|po angielsku
  もっと|短く|長く|大きく|小さく|明るく|暗く|変更|削除`,
);
