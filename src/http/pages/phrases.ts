export interface Phrases {
  thanks: string;
  received: string;
  back: string;
  notSent: string;
  sendAgain: string;
  tooOften: string;
  busy: string;
  later: string;
  tooLarge: string;
  noFiles: string;
  foreign: string;
  unreadable: string;
  checking: string;
  needsScripts: string;
}

const LANGUAGES: Record<string, Phrases> = {
  en: {
    thanks: 'Thank you',
    received: 'Thanks, we received your details.',
    back: 'Back to the page',
    notSent: 'This has not been sent',
    sendAgain: 'Send again',
    tooOften: 'This form has just been sent many times from your connection. Please wait a minute, then send it again.',
    busy: 'Too many people are signing up right now. Nothing is lost: please send it again in an hour.',
    later: 'It cannot be taken right now. Nothing is lost: please send it again in a moment.',
    tooLarge: 'It is too long. Please shorten what you have written.',
    noFiles: 'Files cannot be sent with this form.',
    foreign: 'This form can only be sent from its own page.',
    unreadable: 'It could not be read. Please go back to the page and try again.',
    checking: 'One moment',
    needsScripts: 'This form needs scripts to keep robots away. Please allow scripts in your browser, then send it again.',
  },
  de: {
    thanks: 'Vielen Dank',
    received: 'Ihre Angaben sind angekommen.',
    back: 'Zurück zur Seite',
    notSent: 'Das wurde nicht gesendet',
    sendAgain: 'Noch einmal senden',
    tooOften:
      'Dieses Formular wurde über Ihren Anschluss gerade sehr oft gesendet. Bitte warten Sie eine Minute und senden Sie es dann noch einmal.',
    busy: 'Gerade melden sich zu viele an. Nichts ist verloren: Bitte senden Sie es in einer Stunde noch einmal.',
    later: 'Im Augenblick geht es nicht. Nichts ist verloren: Bitte senden Sie es gleich noch einmal.',
    tooLarge: 'Es ist zu lang. Bitte kürzen Sie, was Sie geschrieben haben.',
    noFiles: 'Mit diesem Formular lassen sich keine Dateien senden.',
    foreign: 'Dieses Formular lässt sich nur von seiner eigenen Seite aus senden.',
    unreadable: 'Es ließ sich nicht lesen. Bitte gehen Sie zurück zur Seite und versuchen Sie es noch einmal.',
    checking: 'Einen Augenblick',
    needsScripts:
      'Dieses Formular braucht Skripte, um Roboter fernzuhalten. Bitte erlauben Sie Skripte in Ihrem Browser und senden Sie es dann noch einmal.',
  },
  fr: {
    thanks: 'Merci',
    received: 'Votre envoi est bien arrivé.',
    back: 'Retour à la page',
    notSent: 'L’envoi n’a pas eu lieu',
    sendAgain: 'Renvoyer',
    tooOften: 'Ce formulaire vient d’être envoyé de nombreuses fois depuis votre connexion. Attendez une minute, puis renvoyez-le.',
    busy: 'Il y a trop d’inscriptions en ce moment. Rien n’est perdu : renvoyez-le dans une heure.',
    later: 'L’envoi est impossible pour le moment. Rien n’est perdu : renvoyez-le dans un instant.',
    tooLarge: 'C’est trop long. Veuillez raccourcir votre texte.',
    noFiles: 'Ce formulaire n’accepte pas de fichiers.',
    foreign: 'Ce formulaire ne peut être envoyé que depuis sa propre page.',
    unreadable: 'L’envoi n’a pas pu être lu. Revenez à la page et réessayez.',
    checking: 'Un instant',
    needsScripts:
      'Ce formulaire a besoin de scripts pour écarter les robots. Autorisez les scripts dans votre navigateur, puis renvoyez-le.',
  },
  es: {
    thanks: 'Gracias',
    received: 'Hemos recibido tus datos.',
    back: 'Volver a la página',
    notSent: 'No se ha enviado',
    sendAgain: 'Enviar de nuevo',
    tooOften: 'Este formulario se acaba de enviar muchas veces desde tu conexión. Espera un minuto y envíalo de nuevo.',
    busy: 'Ahora mismo hay demasiadas inscripciones. No se ha perdido nada: envíalo de nuevo dentro de una hora.',
    later: 'Ahora mismo no es posible. No se ha perdido nada: envíalo de nuevo dentro de un momento.',
    tooLarge: 'Es demasiado largo. Acorta lo que has escrito.',
    noFiles: 'Con este formulario no se pueden enviar archivos.',
    foreign: 'Este formulario solo se puede enviar desde su propia página.',
    unreadable: 'No se ha podido leer. Vuelve a la página e inténtalo de nuevo.',
    checking: 'Un momento',
    needsScripts:
      'Este formulario necesita scripts para mantener alejados a los robots. Permite los scripts en tu navegador y vuelve a enviarlo.',
  },
  it: {
    thanks: 'Grazie',
    received: 'Quello che hai inviato è arrivato.',
    back: 'Torna alla pagina',
    notSent: 'L’invio non è riuscito',
    sendAgain: 'Invia di nuovo',
    tooOften: 'Questo modulo è appena stato inviato molte volte dalla tua connessione. Attendi un minuto e invialo di nuovo.',
    busy: 'Ci sono troppe iscrizioni in questo momento. Nulla è perduto: invialo di nuovo tra un’ora.',
    later: 'In questo momento non è possibile. Nulla è perduto: invialo di nuovo tra poco.',
    tooLarge: 'È troppo lungo. Accorcia quello che hai scritto.',
    noFiles: 'Con questo modulo non si possono inviare file.',
    foreign: 'Questo modulo si può inviare solo dalla sua pagina.',
    unreadable: 'Non è stato possibile leggerlo. Torna alla pagina e riprova.',
    checking: 'Un momento',
    needsScripts:
      'Questo modulo ha bisogno di script per tenere lontani i robot. Consenti gli script nel tuo browser, poi invialo di nuovo.',
  },
  pt: {
    thanks: 'Obrigado',
    received: 'O seu envio foi recebido.',
    back: 'Voltar à página',
    notSent: 'Não foi enviado',
    sendAgain: 'Enviar novamente',
    tooOften: 'Este formulário acabou de ser enviado muitas vezes a partir da sua ligação. Aguarde um minuto e envie novamente.',
    busy: 'Há demasiadas inscrições neste momento. Nada se perdeu: envie novamente daqui a uma hora.',
    later: 'Neste momento não é possível. Nada se perdeu: envie novamente daqui a pouco.',
    tooLarge: 'É longo demais. Encurte o que escreveu.',
    noFiles: 'Com este formulário não se podem enviar ficheiros.',
    foreign: 'Este formulário só pode ser enviado a partir da sua própria página.',
    unreadable: 'Não foi possível ler. Volte à página e tente novamente.',
    checking: 'Um momento',
    needsScripts: 'Este formulário precisa de scripts para afastar robôs. Permita scripts no seu navegador e envie-o novamente.',
  },
  nl: {
    thanks: 'Bedankt',
    received: 'Wat je hebt gestuurd is aangekomen.',
    back: 'Terug naar de pagina',
    notSent: 'Dit is niet verzonden',
    sendAgain: 'Opnieuw versturen',
    tooOften: 'Dit formulier is zojuist heel vaak vanaf jouw verbinding verstuurd. Wacht een minuut en verstuur het dan opnieuw.',
    busy: 'Er melden zich nu te veel mensen aan. Er is niets verloren: verstuur het over een uur opnieuw.',
    later: 'Op dit moment lukt het niet. Er is niets verloren: verstuur het zo meteen opnieuw.',
    tooLarge: 'Het is te lang. Maak korter wat je hebt geschreven.',
    noFiles: 'Met dit formulier kun je geen bestanden versturen.',
    foreign: 'Dit formulier kan alleen vanaf zijn eigen pagina worden verstuurd.',
    unreadable: 'Het kon niet worden gelezen. Ga terug naar de pagina en probeer het opnieuw.',
    checking: 'Een ogenblik',
    needsScripts: 'Dit formulier heeft scripts nodig om robots te weren. Sta scripts toe in uw browser en verstuur het daarna opnieuw.',
  },
  sv: {
    thanks: 'Tack',
    received: 'Det du skickade har kommit fram.',
    back: 'Tillbaka till sidan',
    notSent: 'Det har inte skickats',
    sendAgain: 'Skicka igen',
    tooOften: 'Formuläret har just skickats många gånger från din anslutning. Vänta en minut och skicka det igen.',
    busy: 'Det är för många som anmäler sig just nu. Inget är förlorat: skicka det igen om en timme.',
    later: 'Det går inte just nu. Inget är förlorat: skicka det igen om en stund.',
    tooLarge: 'Det är för långt. Korta det du har skrivit.',
    noFiles: 'Det går inte att skicka filer med formuläret.',
    foreign: 'Formuläret kan bara skickas från sin egen sida.',
    unreadable: 'Det gick inte att läsa. Gå tillbaka till sidan och försök igen.',
    checking: 'Ett ögonblick',
    needsScripts: 'Formuläret behöver skript för att hålla robotar borta. Tillåt skript i webbläsaren och skicka det sedan igen.',
  },
  pl: {
    thanks: 'Dziękujemy',
    received: 'Wysłane dane dotarły.',
    back: 'Wróć do strony',
    notSent: 'Nie wysłano',
    sendAgain: 'Wyślij ponownie',
    tooOften: 'Ten formularz został właśnie wysłany wiele razy z Twojego łącza. Odczekaj minutę i wyślij go ponownie.',
    busy: 'W tej chwili zapisuje się zbyt wiele osób. Nic nie przepadło: wyślij ponownie za godzinę.',
    later: 'W tej chwili to niemożliwe. Nic nie przepadło: wyślij ponownie za chwilę.',
    tooLarge: 'Tekst jest za długi. Skróć go, proszę.',
    noFiles: 'Tym formularzem nie można wysyłać plików.',
    foreign: 'Ten formularz można wysłać tylko z jego własnej strony.',
    unreadable: 'Nie udało się tego odczytać. Wróć do strony i spróbuj ponownie.',
    checking: 'Chwileczkę',
    needsScripts: 'Ten formularz wymaga skryptów, aby odsiać roboty. Zezwól na skrypty w przeglądarce, a potem wyślij go ponownie.',
  },
  ja: {
    thanks: 'ありがとうございます',
    received: '送信内容を受け取りました。',
    back: 'ページに戻る',
    notSent: 'まだ送信されていません',
    sendAgain: 'もう一度送信する',
    tooOften: 'お使いの回線から短時間に何度も送信されました。1分ほど待ってから、もう一度送信してください。',
    busy: 'ただいまお申し込みが集中しています。入力内容は残っています。1時間ほどしてから、もう一度送信してください。',
    later: 'ただいま受け付けできません。入力内容は残っています。しばらくしてから、もう一度送信してください。',
    tooLarge: '内容が長すぎます。短くしてください。',
    noFiles: 'このフォームではファイルを送信できません。',
    foreign: 'このフォームは元のページからのみ送信できます。',
    unreadable: '内容を読み取れませんでした。ページに戻って、もう一度お試しください。',
    checking: '少々お待ちください',
    needsScripts:
      'このフォームはロボットを防ぐためにスクリプトを使います。ブラウザーでスクリプトを許可してから、もう一度送信してください。',
  },
};

/** English for an unknown language. @param language as in `lang`: `de`, `pt-BR` */
export function phrasesIn(language: string | undefined): { language: string; phrases: Phrases } {
  const wanted = language?.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  const known = Object.hasOwn(LANGUAGES, wanted) ? wanted : 'en';
  return { language: known, phrases: LANGUAGES[known] as Phrases };
}
