/** A title and a sentence. */
type Message = readonly [title: string, sentence: string];

interface Excuses {
  /** For a link that leads nowhere. */
  gone: Message;
  /** For a test that is deleted, with the address that it went to. */
  test: Message;
  /** For mail to a contact that is deleted. */
  deleted: Message;
  /** While the database cannot be read. */
  later: Message;
}

/** The words of pages that have nothing to show, in the languages of `phrases.ts`. */
export const EXCUSES: Readonly<Record<string, Excuses>> & { en: Excuses } = {
  en: {
    gone: ['This link does not work', 'It may be incomplete, or what it led to is no longer there. Try it again from the email itself.'],
    test: ['This was a test', 'The email was sent to try it out, and is too old for this link to work.'],
    deleted: ['This email is no longer here', 'Your data has been deleted, so there is nothing left to show.'],
    later: ['Please try again', 'We cannot look this up right now. Try it again in a minute.'],
  },
  de: {
    gone: [
      'Dieser Link funktioniert nicht',
      'Er ist vielleicht unvollständig, oder das Ziel gibt es nicht mehr. Versuchen Sie es noch einmal aus der E-Mail selbst.',
    ],
    test: ['Das war ein Test', 'Die E-Mail wurde zur Probe gesendet und ist zu alt, als dass dieser Link noch funktioniert.'],
    deleted: ['Diese E-Mail gibt es nicht mehr', 'Ihre Daten wurden gelöscht, deshalb gibt es hier nichts mehr zu sehen.'],
    later: ['Bitte versuchen Sie es noch einmal', 'Wir können das gerade nicht nachsehen. Versuchen Sie es in einer Minute noch einmal.'],
  },
  fr: {
    gone: ['Ce lien ne fonctionne pas', 'Il est peut-être incomplet, ou sa destination n’existe plus. Réessayez depuis l’e-mail lui-même.'],
    test: ['C’était un test', 'Cet e-mail a été envoyé à titre d’essai, et il est trop ancien pour que ce lien fonctionne.'],
    deleted: ['Cet e-mail n’existe plus', 'Vos données ont été supprimées ; il n’y a donc plus rien à afficher.'],
    later: ['Veuillez réessayer', 'La consultation est impossible pour le moment. Réessayez dans une minute.'],
  },
  es: {
    gone: ['Este enlace no funciona', 'Puede estar incompleto, o su destino ya no existe. Inténtelo de nuevo desde el propio correo.'],
    test: ['Esto era una prueba', 'El correo se envió como prueba y es demasiado antiguo para que este enlace funcione.'],
    deleted: ['Este correo ya no está aquí', 'Sus datos se han eliminado, así que no queda nada que mostrar.'],
    later: ['Inténtelo de nuevo', 'Ahora mismo no podemos consultarlo. Inténtelo de nuevo en un minuto.'],
  },
  it: {
    gone: ['Questo link non funziona', 'Forse è incompleto, oppure la sua destinazione non esiste più. Riprovi dall’e-mail stessa.'],
    test: ['Era una prova', 'L’e-mail è stata inviata per prova ed è troppo vecchia perché questo link funzioni.'],
    deleted: ['Questa e-mail non c’è più', 'I Suoi dati sono stati eliminati, quindi non resta nulla da mostrare.'],
    later: ['Riprovi', 'In questo momento la verifica non è possibile. Riprovi tra un minuto.'],
  },
  pt: {
    gone: ['Este link não funciona', 'Pode estar incompleto, ou o destino já não existe. Tente de novo a partir do próprio e-mail.'],
    test: ['Isto era um teste', 'O e-mail foi enviado como teste e é demasiado antigo para que este link funcione.'],
    deleted: ['Este e-mail já não está aqui', 'Os seus dados foram eliminados, por isso não há nada para mostrar.'],
    later: ['Tente de novo', 'Não conseguimos consultar isto neste momento. Tente de novo dentro de um minuto.'],
  },
  nl: {
    gone: [
      'Deze link werkt niet',
      'Misschien is hij onvolledig, of bestaat de bestemming niet meer. Probeer het opnieuw vanuit de e-mail zelf.',
    ],
    test: ['Dit was een test', 'De e-mail is als proef verstuurd en is te oud om deze link nog te laten werken.'],
    deleted: ['Deze e-mail is er niet meer', 'Uw gegevens zijn verwijderd, dus er is niets meer om te tonen.'],
    later: ['Probeer het opnieuw', 'We kunnen dit nu niet opzoeken. Probeer het over een minuut opnieuw.'],
  },
  sv: {
    gone: ['Länken fungerar inte', 'Den kan vara ofullständig, eller så finns målet inte längre. Försök igen från själva mejlet.'],
    test: ['Det här var ett test', 'Mejlet skickades på prov och är för gammalt för att länken ska fungera.'],
    deleted: ['Mejlet finns inte kvar', 'Dina uppgifter är raderade, så det finns inget kvar att visa.'],
    later: ['Försök igen', 'Vi kan inte slå upp det här just nu. Försök igen om en minut.'],
  },
  pl: {
    gone: [
      'Ten link nie działa',
      'Może być niepełny albo strona, do której prowadził, już nie istnieje. Spróbuj ponownie z samej wiadomości.',
    ],
    test: ['To był test', 'Wiadomość wysłano na próbę i jest zbyt stara, aby ten link działał.'],
    deleted: ['Tej wiadomości już tu nie ma', 'Twoje dane zostały usunięte, więc nie ma już czego pokazać.'],
    later: ['Spróbuj ponownie', 'Nie możemy teraz tego sprawdzić. Spróbuj ponownie za minutę.'],
  },
  ja: {
    gone: ['このリンクは使えません', 'リンクが不完全か、リンク先がすでにありません。メールからもう一度お試しください。'],
    test: ['これはテストでした', 'テストとして送信されたメールで、日数が経ったためこのリンクは使えません。'],
    deleted: ['このメールはもうありません', 'お客様のデータは削除されたため、表示できるものがありません。'],
    later: ['もう一度お試しください', 'ただいま確認できません。1分ほどしてからもう一度お試しください。'],
  },
};
