import type { Brief } from './brief.ts';
import { saidIn } from './words.ts';

/** What the button of a service says in other languages than English, where the prompt says what people are to do. */

const DEEDS: Record<string, RegExp> = {
  quote:
    /(?<!\p{L})(?:kostenvoranschl\p{L}+|angebot an\p{L}+|angebotsanfrage|devis|presupuestos?|preventiv[oi]|orçamentos?|offertes?(?=\s(?:aanvra|vrag))|offerteaanvraag|prisförslag|begär\p{L}? offert|be om offert|wycen\p{L}{1,3})(?!\p{L})|見積/iu,
  appointment:
    /(?<!\p{L})(?:terminanfrage|terminbuchung|terminvereinbarung|termin\p{L}{0,2} (?:an|ver|buch|aus)\p{L}+|rendez-vous|rdv|(?:pedir|reservar|pida\p{L}?|solicitar|reserva\p{L}{0,2} de|coger) (?:una? )?citas?|cita previa|appuntament[oi]|marcar (?:uma )?(?:consulta|hora|visita)|marcaç(?:ão|ões)|agendar|agendamento|afspraak|afspraken|boka (?:en )?tid|tidsbokning|umówi\p{L}{1,3} (?:się|wizytę)|umów|wizyt\p{L}{1,2})(?!\p{L})|予約/iu,
};

const SERVICES: ReadonlySet<string> = new Set(['local-service', 'health', 'coaching']);

export function actionElsewhere({ kind, lang, purpose, action, words }: Brief): void {
  if (kind !== 'page' || lang === 'en' || action.label !== undefined || !SERVICES.has(purpose)) return;
  const [deed] = Object.entries(DEEDS).find(([, asks]) => asks.test(words)) ?? [];
  const label = deed && saidIn(lang, deed);
  if (label) action.label = label;
}
