import type { Brief } from './brief.ts';

/** What the button of a service says in other languages than English, where the prompt says what people are to do. */

interface Deed {
  asks: RegExp;
  says: Record<string, string>;
}

const DEEDS: Deed[] = [
  {
    asks: /(?<!\p{L})(?:kostenvoranschl\p{L}+|angebot an\p{L}+|angebotsanfrage|devis|presupuestos?|preventiv[oi]|orçamentos?|offertes?(?=\s(?:aanvra|vrag))|offerteaanvraag|prisförslag|begär\p{L}? offert|be om offert|wycen\p{L}{1,3})(?!\p{L})|見積/iu,
    says: {
      de: 'Angebot anfragen',
      fr: 'Demander un devis',
      es: 'Pedir presupuesto',
      it: 'Chiedi un preventivo',
      pt: 'Pedir orçamento',
      nl: 'Vraag een offerte aan',
      sv: 'Be om offert',
      pl: 'Poproś o wycenę',
      ja: '見積もりを頼む',
    },
  },
  {
    asks: /(?<!\p{L})(?:terminanfrage|terminbuchung|terminvereinbarung|termin\p{L}{0,2} (?:an|ver|buch|aus)\p{L}+|rendez-vous|rdv|(?:pedir|reservar|pida\p{L}?|solicitar|reserva\p{L}{0,2} de|coger) (?:una? )?citas?|cita previa|appuntament[oi]|marcar (?:uma )?(?:consulta|hora|visita)|marcaç(?:ão|ões)|agendar|agendamento|afspraak|afspraken|boka (?:en )?tid|tidsbokning|umówi\p{L}{1,3} (?:się|wizytę)|umów|wizyt\p{L}{1,2})(?!\p{L})|予約/iu,
    says: {
      de: 'Termin anfragen',
      fr: 'Demander un rendez-vous',
      es: 'Pedir cita',
      it: 'Chiedi un appuntamento',
      pt: 'Pedir marcação',
      nl: 'Maak een afspraak',
      sv: 'Boka tid',
      pl: 'Umów wizytę',
      ja: '予約する',
    },
  },
];

const SERVICES: ReadonlySet<string> = new Set(['local-service', 'health', 'coaching']);

export function actionElsewhere({ kind, lang, purpose, action, words }: Brief): void {
  if (kind !== 'page' || lang === 'en' || action.label !== undefined || !SERVICES.has(purpose)) return;
  const deed = DEEDS.find(({ asks }) => asks.test(words));
  if (deed?.says[lang]) action.label = deed.says[lang];
}
